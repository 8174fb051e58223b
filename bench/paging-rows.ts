// The rows of `npm run bench:paging`: the service makes one of each kind, which SQL copies as often as needed.

import type { Database } from '../src/kernel/database/db.ts'
import { requestJson } from './api-request.ts'
import type { Sender } from './load-generator/lifecycle.ts'

/** The database, and the URL of the service on it. */
export type PagingBench = { readonly db: Database; readonly url: string }

/** Filters, with the share of the rows that each selects. */
export const transferFilters: Readonly<Record<string, string>> = {
  'no filter': '',
  'status, 96 %': '&status=outgoing_payment_sent',
  'status, 0.1 %': '&status=bounced_back',
  'two statuses, 4 %': '&status=processing,cancelled',
  'status, no row': '&status=funds_refunded',
  'sourceCurrency, 99.8 %': '&sourceCurrency=GBP',
  'sourceCurrency, 0.2 %': '&sourceCurrency=USD',
  'targetCurrency, 99.8 %': '&targetCurrency=EUR',
  'targetCurrency, 0.2 %': '&targetCurrency=PLN',
  'createdDateStart, latest half': `&createdDateStart=${daysAgo(182)}`,
  'createdDateStart, latest day': `&createdDateStart=${daysAgo(1)}`,
  'createdDateEnd, first half': `&createdDateEnd=${daysAgo(182)}`,
  'both dates, one month': `&createdDateStart=${daysAgo(212)}&createdDateEnd=${daysAgo(182)}`,
  'status 96 % and both dates': `&status=outgoing_payment_sent&createdDateStart=${daysAgo(212)}&createdDateEnd=${daysAgo(182)}`,
}

/** An SQL expression for times of the year before now, ascending with the number `n` of the row. */
export function spreadOverYear(count: number): string {
  return `now() - interval '365 days' * (1 - n::float8 / ${count})`
}

/** A day in UTC, as YYYY-MM-DD. */
export function daysAgo(days: number): string {
  return Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
}

/** Creates `count` transfers with payments: one by requests, the others as copies of it. */
export async function copyTransfers(
  { db, url }: PagingBench,
  owner: Sender,
  count: number,
): Promise<void> {
  await sendTransfer(url, owner)
  await copyLatestRow(db, 'transfers', {
    owner,
    count,
    changed: {
      quote_id: 'gen_random_uuid()',
      customer_transaction_id: 'gen_random_uuid()::text',
      payin_session_id: 'gen_random_uuid()',
      status: `case when n % 1000 = 0 then 'bounced_back' when n % 100 between 1 and 2
      then 'processing' when n % 100 between 3 and 4 then 'cancelled' else r.status end`,
      source_currency: `case when n % 500 = 7 then 'USD' else r.source_currency end`,
      target_currency: `case when n % 500 = 8 then 'PLN' else r.target_currency end`,
      created_at: spreadOverYear(count),
    },
  })
  await db.pool.query(
    `insert into transfer_payments (profile_id, transfer_id, method, amount, currency, created_at)
     select profile_id, id, 'BALANCE', source_amount, source_currency, created_at from transfers
      where profile_id = $1
         on conflict do nothing`,
    [owner.profileId],
  )
}

/** Sends one transfer by requests, from quote to pay-out. */
async function sendTransfer(url: string, { token, profileId, recipientId }: Sender): Promise<void> {
  const request = <T>(route: string, body?: object) => requestJson<T>(url, token, route, body)
  const quote = await request<{ id: string }>(`POST /v3/profiles/${profileId}/quotes`, {
    sourceCurrency: 'GBP',
    targetCurrency: 'EUR',
    sourceAmount: 100,
    targetAccount: recipientId,
  })
  const { id } = await request<{ id: number }>('POST /v1/transfers', {
    targetAccount: recipientId,
    quoteUuid: quote.id,
    customerTransactionId: crypto.randomUUID(),
    details: { reference: 'Rent' },
  })
  await request(`POST /v3/profiles/${profileId}/transfers/${id}/payments`, { type: 'BALANCE' })
  for (const step of ['funds_converted', 'outgoing_payment_sent'])
    await request(`GET /v1/simulation/transfers/${id}/${step}`)
}

/** Copies the recipient of the owner, so that there are `count`. */
export async function copyRecipients(
  { db }: PagingBench,
  owner: Sender,
  count: number,
): Promise<void> {
  await copyLatestRow(db, 'recipients', {
    owner,
    count,
    changed: {
      hash: `encode(sha256(('${owner.profileId} ' || n)::bytea), 'hex')`,
      user_id: `case when n % 500 = 1 then ${OTHER_USER_SQL} else r.user_id end`,
      currency: `case when n % 500 = 2 then 'PLN' when n % 5 = 3 then 'GBP' else r.currency end`,
      type: `case when n % 500 = 4 then 'swift_code' else r.type end`,
      owned_by_customer: `n % 500 = 5`,
      active: `n % 500 <> 6`,
    },
  })
}

/** Another user, who created some of the recipients. */
const OTHER_USER_SQL = '(select max(id) from users)'

/** Filters and orders, with the share of the recipients that each filter finds. */
export async function recipientFilters(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.pool.query<{ id: string }>(`select ${OTHER_USER_SQL} as id`)
  const creator = `&creatorId=${rows[0]?.id}`
  return {
    'no filter': '',
    'currency, 0.2 %': '&currency=PLN',
    'two currencies': '&currency=PLN,EUR',
    'type, 0.2 %': '&type=swift_code',
    'type, 99.8 %': '&type=iban',
    'creatorId, 0.2 %': creator,
    'ownedByCustomer, 0.2 %': '&ownedByCustomer=true',
    'ownedByCustomer, 99.8 %': '&ownedByCustomer=false',
    'not active, 0.2 %': '&active=false',
    'id,desc': '&sort=id,desc',
    'id,desc, type 0.2 %': '&sort=id,desc&type=swift_code',
    'currency,asc': '&sort=currency,asc',
    'currency,desc, type 0.2 %': '&sort=currency,desc&type=swift_code',
    'currency,asc, creatorId 0.2 %': `&sort=currency,asc${creator}`,
    'currency,asc, not active': '&sort=currency,asc&active=false',
  }
}

/** The SQL of each order of recipients, so that the benchmark finds the row at a position in it. */
export const recipientOrders: Readonly<Record<string, string>> = {
  'id,asc': 'id',
  'id,desc': 'id desc',
  'currency,asc': 'currency, id',
  'currency,desc': 'currency desc, id desc',
}

type Copies = {
  readonly owner: Sender
  readonly count: number
  /** SQL expressions for the columns that differ from the copied row. `n` is the number of the copy, `r` the copied row. */
  readonly changed: Readonly<Record<string, string>>
}

/** Copies the row of the owner with the greatest id, so that there are `count` rows: the copied row and its copies. */
export async function copyLatestRow(
  db: Database,
  table: 'transfers' | 'recipients' | 'card_transactions' | 'disputes',
  { owner: { profileId }, count, changed }: Copies,
): Promise<void> {
  const { rows } = await db.pool.query<{ column: string }>(
    `select column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_identity = 'NO'
        and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map(({ column }) => column)
  await db.pool.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => changed[column] ?? `r.${column}`).join(', ')}
       from (select * from ${table} where profile_id = $1 order by id desc limit 1) r,
            generate_series(2, $2::int) n`,
    [profileId, count],
  )
}
