// Invariants of the whole database. `testService` checks them after the tests of each service, except with `audited: false`;
// benchmarks and `tools/kill` check them too.

import { type Database, sql } from '../../src/kernel/database/db.ts'
import { cardChecks } from './audit-cards.ts'
import { eventFaults } from './event-shapes.ts'
import {
  invalidHistories,
  type PublishedHistory,
  publishedHistoriesSql,
} from './transfer-histories.ts'

type Violation = Record<string, unknown>

/** The most violations of one invariant that the message shows. One usually explains the others. */
const VIOLATIONS_SHOWN = 3

const customerPostingsSql = `
  select profile_id, account, currency, sum(amount) as posted
    from (select profile_id, to_account as account, currency, amount from ledger_postings
          union all
          select profile_id, from_account, currency, -amount from ledger_postings) sides
   where account ~ '^(available|held|transfer):' or account = 'owed'
   group by profile_id, account, currency`

/** Each key describes the violation that its query selects. */
const violationQueries: Record<string, ReturnType<typeof sql<Violation>>> = {
  // An account has no row before a write changes its balance: its postings may add up to zero until then.
  'the account of a customer differs from the sum of its postings': sql(`
    select profile_id, account, currency, a.balance, p.posted
      from ledger_accounts a full join (${customerPostingsSql}) p
           using (profile_id, account, currency)
     where coalesce(a.balance, 0) <> coalesce(p.posted, 0)`),
  'a balance changed without a balance entry, or differs from its latest balance entry': sql(`
    select a.profile_id, a.account, a.balance, a.sequence, e.entries, e.last_balance
      from ledger_accounts a
      left join (select profile_id, 'available:' || balance_id as account, count(*) as entries,
                        (array_agg(balance order by sequence desc))[1] as last_balance
                   from balance_entries group by profile_id, balance_id) e
           using (profile_id, account)
     where a.account like 'available:%'
       and (a.sequence is distinct from e.entries or a.balance is distinct from e.last_balance)`),
  'a member of a batch group is paid and its group is not, or waits although its group is paid or cancelled':
    sql(`
    select g.profile_id, g.id, g.status, g.paid, t.id as transfer_id, t.status as transfer_status
      from batch_groups g join transfers t on t.profile_id = g.profile_id and t.batch_group_id = g.id
      left join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
     where (t.status = 'incoming_payment_waiting' and (g.paid or g.status = 'CANCELLED'))
        or (p.id is not null and not g.paid)`),
  'the payment of a batch group differs from the sum of the payments and fees of its members': sql(`
    select b.profile_id, b.batch_group_id, b.amount, sum(p.amount) as members, b.fee, sum(t.fee) as fees
      from batch_payments b
      join transfers t on t.profile_id = b.profile_id and t.batch_group_id = b.batch_group_id
      join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
     group by b.profile_id, b.batch_group_id, b.amount, b.fee
    having b.amount <> sum(p.amount) or b.fee <> sum(t.fee)`),
  'a dispute is refunded and its card transaction is not': sql(`
    select d.profile_id, d.id, d.transaction_id from disputes d
     where d.sub_status = 'REFUNDED'
       and not exists (select from card_transactions t
                        where t.profile_id = d.profile_id and t.original_id = d.transaction_id)`),
  'the sub-status of a dispute differs from its latest event': sql(`
    select d.profile_id, d.id, d.sub_status, e.payload from disputes d
      left join events e on e.profile_id = d.profile_id and e.subject = 'dispute:' || d.id
                        and e.number = d.event_count
     where e.payload ->> 'sub_status' is distinct from d.sub_status`),
  'a dispute has a file that is not used': sql(`
    select d.profile_id, d.id, f.value from disputes d cross join jsonb_each_text(d.files) f
      left join uploaded_files u on u.profile_id = d.profile_id and u.id = f.value
     where u.used_at is null`),
  'the events of a subject are not numbered 1, 2, 3': sql(`
    select profile_id, subject, count(*), max(number), count(distinct number) from events
     group by profile_id, subject
    having min(number) <> 1 or max(number) <> count(distinct number)`),
  'a transfer that is unpaid, sent, refunded or cancelled still has money in flight': sql(`
    select a.profile_id, a.account, a.currency, a.balance, t.status
      from ledger_accounts a
      join transfers t on t.profile_id = a.profile_id and 'transfer:' || t.id = a.account
     where a.balance <> 0
       and t.status in ('incoming_payment_waiting', 'outgoing_payment_sent', 'funds_refunded', 'cancelled')`),
  'a batch group that is paid or in a final state still has a payment deadline': sql(`
    select profile_id, id, status, paid, lapses_at from batch_groups
     where (paid or status = 'CANCELLED') and lapses_at is not null`),
  'a transfer that is paid or in a final state still has a payment deadline': sql(`
    select profile_id, id, status, lapses_at from transfers
     where status <> 'incoming_payment_waiting' and lapses_at is not null`),
  'a transfer in a final state has active issues or a scheduled move': sql(`
    select profile_id, id, status, active_issues, advances_at from transfers
     where status in ('funds_refunded', 'cancelled') and (active_issues <> '{}' or advances_at is not null)`),
  'the active issues of a transfer differ from its latest event': sql(`
    select profile_id, subject, t.active_issues, published.active_issues as published
      from (select profile_id, 'transfer:' || id as subject, active_issues from transfers
             where active_issues <> '{}') t
      full join (select distinct on (profile_id, subject)
                        profile_id, subject, payload -> 'active_cases' as active_issues
                   from events where name = 'transfers#active-cases'
                  order by profile_id, subject, number desc) published using (profile_id, subject)
     where coalesce(to_jsonb(t.active_issues), '[]') <> coalesce(published.active_issues::jsonb, '[]')`),
  'a paid transfer has no payment, or an unpaid one has a payment': sql(`
    select t.profile_id, t.id, t.status, p.id as payment
      from transfers t
      left join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
     where (t.status = 'incoming_payment_waiting' and p.id is not null)
        or (t.status not in ('incoming_payment_waiting', 'cancelled') and p.id is null)`),
  'an additional verification differs from its latest event': sql(`
    select profile_id, c.state, e.state as published, c.event_count, e.events
      from cdd_checks c
      full join (select profile_id, count(*) as events,
                        (array_agg(payload ->> 'current_state' order by number desc))[1] as state
                   from events where name = 'profiles#cdd-check-state-change'
                  group by profile_id) e using (profile_id)
     where coalesce(c.event_count, 0) <> coalesce(e.events, 0)
        or (c.state in ('VERIFIED', 'EVIDENCE_REQUIRED') and c.state is distinct from e.state)`),
  'an order of account details differs from its latest event': sql(`
    select profile_id, o.id, o.status, o.event_count, e.status as published, e.events
      from account_details_orders o
      left join lateral (
           select count(*) as events,
                  (array_agg(payload ->> 'order_status' order by number desc))[1] as status
             from events
            where profile_id = o.profile_id and name = 'account-details-order#order-state-change'
              and subject = 'account-details-order:' || o.id) e on true
     where o.event_count <> e.events or o.status is distinct from e.status`),
  'the state of an incoming payment differs from its latest event or from its postings': sql(`
    select p.profile_id, p.id, p.state, p.event_count, e.events, e.state as published, posted.journals
      from incoming_payments p
      left join lateral (
           select count(*) as events,
                  (array_agg(payload ->> 'current_state' order by number desc))[1] as state
             from events
            where profile_id = p.profile_id and name = 'account-details-payment#state-change'
              and subject = 'account-details-payment:' || p.id) e on true
      left join lateral (
           select coalesce(string_agg(journal, ' ' order by id), '') as journals from ledger_postings
            where profile_id = p.profile_id and reference = 'deposit:' || p.id
              and journal <> 'debt-settled' and amount = p.amount and currency = p.currency) posted
        on true
     where p.event_count <> e.events or p.state is distinct from e.state
        or posted.journals <> case p.state when 'PROCESSING' then ''
                                           when 'COMPLETED' then 'deposit-received'
                                           else 'deposit-received deposit-returned' end`),
  'a returned payment has no return, or a return has no returned payment': sql(`
    select p.profile_id, p.id, p.state, r.id as return_id
      from incoming_payments p
      left join payment_returns r on r.profile_id = p.profile_id and r.payment_id = p.id
     where (p.state = 'REFUNDED') <> (r.id is not null)`),
  'the status of a card order differs from its latest event': sql(`
    select o.profile_id, o.id, o.status, e.payload ->> 'order_status' as published
      from card_orders o
      left join events e on e.profile_id = o.profile_id and e.subject = 'card-order:' || o.id
                        and e.number = o.event_count
     where o.status is distinct from e.payload ->> 'order_status'`),
  'a cancelled or returned card order has a card that can be used': sql(`
    select o.profile_id, o.id, o.status, c.status as card_status
      from card_orders o join cards c on c.profile_id = o.profile_id and c.id = o.card_id
     where o.status in ('CANCELLED', 'RETURNED') and c.status not in ('BLOCKED', 'EXPIRED', 'PURGED')`),
  'a payment has no transfer': sql(`
    select p.profile_id, p.transfer_id from transfer_payments p
     where not exists (select from transfers t
                        where t.profile_id = p.profile_id and t.id = p.transfer_id)`),
  ...Object.fromEntries(Object.entries(cardChecks).map(([rule, text]) => [rule, sql(text)])),
}

const historiesSql = sql<PublishedHistory>(publishedHistoriesSql)

// Webhook tests record events about transfers that do not exist; their payloads are not checked.
const payloadsSql = sql<{ name: string; payload: unknown }>(`
  select e.name, e.payload from events e
   where e.subject not like 'transfer:%'
      or exists (select from transfers t
                  where t.profile_id = e.profile_id and 'transfer:' || t.id = e.subject)`)

/** The violations that SQL statements find. The error of `audit` begins with one of these texts. */
export const auditedViolations: readonly string[] = Object.keys(violationQueries)

/** Throws at the first violated invariant. The message begins with the kind of the violation, followed by the first rows. */
export async function audit(db: Database): Promise<void> {
  for (const [violation, query] of Object.entries(violationQueries)) {
    const found = await db.reader.rows(query)
    if (found.length > 0)
      throw new Error(`${violation}: ${rowsText(found.slice(0, VIOLATIONS_SHOWN))}`)
  }
  const invalidPayloads = (await db.reader.rows(payloadsSql)).flatMap(({ name, payload }) =>
    eventFaults(name, payload),
  )
  if (invalidPayloads.length > 0)
    throw new Error(
      `the payload of an event does not match its schema: ${invalidPayloads.slice(0, VIOLATIONS_SHOWN).join('; ')}`,
    )
  const invalidStates = invalidHistories(await db.reader.rows(historiesSql))
  if (invalidStates.length > 0)
    throw new Error(
      `the events of a transfer are not legal moves, or do not end in its status: ${invalidStates.slice(0, VIOLATIONS_SHOWN).join('; ')}`,
    )
}

/** Rows of a query as JSON, with each bigint as text. */
export function rowsText(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
