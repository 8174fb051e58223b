// What the rows themselves must say once everything has come to rest: one effect for each key, one
// payment for each paid transfer, one posting of each kind, every announcement delivered.

import { type Database, sql } from '../../src/kernel/db.ts'
import type { Book } from './book.ts'
import type { Receiver } from './receiver.ts'

const countRows = sql<{ transfers: number; movements: number; deliveries: number }>(`
  select (select count(*)::int from transfers) as transfers,
         (select count(*)::int from balance_movements) as movements,
         (select count(*)::int from deliveries where not test) as deliveries`)

export async function countOf(db: Database) {
  const row = await db.reader.row(countRows)
  if (row === undefined) throw new Error('the database does not count')
  return row
}

const doubled: Record<string, ReturnType<typeof sql<object>>> = {
  'two transfers have one customerTransactionId': sql(`
    select profile_id, customer_transaction_id, count(*)::int from transfers
     group by profile_id, customer_transaction_id having count(*) > 1`),
  'a transfer was booked twice in the same way': sql(`
    select profile_id, reference, journal, from_account, to_account, count(*)::int
      from ledger_postings
     group by profile_id, reference, journal, from_account, to_account having count(*) > 1`),
  'a transfer is not in the status that was last announced': sql(`
    select t.profile_id, t.id, t.status, e.payload ->> 'current_state' as announced
      from transfers t
      left join lateral (
        select e.payload from events e
         where e.profile_id = t.profile_id and e.subject = 'transfer:' || t.id
           and e.name = 'transfers#state-change'
         order by e.number desc limit 1) e on true
     where t.status is distinct from e.payload ->> 'current_state'`),
  'an ended transfer still has money in flight': sql(`
    select a.profile_id, a.account, a.currency, a.balance
      from transfers t
      join ledger_accounts a on a.profile_id = t.profile_id and a.account = 'transfer:' || t.id
     where t.status in ('outgoing_payment_sent', 'funds_refunded', 'cancelled')
       and a.balance <> 0`),
  'an event was queued twice for one subscription': sql(`
    select subscription_id, profile_id, subject, number, count(*)::int from deliveries
     where not test
     group by subscription_id, profile_id, subject, number having count(*) > 1`),
  'a sweep set rows aside and has not come back to them': sql(`
    select sweep, profile_id, id, error from sweep_failures`),
}

const payments = sql<{ id: number; status: string; paidMinor: bigint | null; payments: number }>(`
  select t.id, t.status, sum(p.amount) as paid_minor, count(p.id)::int as payments
    from transfers t
    left join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
   where t.profile_id = $1
   group by t.id, t.status`)

const movements = sql<{ id: number }>(`select id from balance_movements where profile_id = $1`)

export async function inspectRows(db: Database, books: readonly Book[]): Promise<string[]> {
  const findings: string[] = []
  for (const [says, statement] of Object.entries(doubled)) {
    const rows = await db.reader.rows(statement)
    if (rows.length > 0) findings.push(`${says} (${rows.length}): ${textOf(rows.slice(0, 3))}`)
  }
  for (const book of books) {
    findings.push(...(await inspectPayments(db, book)), ...(await inspectMovements(db, book)))
  }
  return findings
}

async function inspectPayments(db: Database, { person, transfers }: Book): Promise<string[]> {
  const rows = await db.reader.rows(payments, [person.personal])
  return rows.flatMap((row) => {
    const paid = transfers.get(row.id)?.paid
    const isRight = paid
      ? row.payments === 1 && row.paidMinor === BigInt(paid.minor)
      : row.payments === 0
    if (isRight) return []
    return [
      `transfer ${row.id} has ${row.payments} payments of ${row.paidMinor} in all, told: ${paid?.minor ?? 'none'}`,
    ]
  })
}

async function inspectMovements(db: Database, book: Book): Promise<string[]> {
  const ids = new Set((await db.reader.rows(movements, [book.person.personal])).map(({ id }) => id))
  const lost = [...book.movements].filter((id) => !ids.has(id))
  const more = [...ids].filter((id) => !book.movements.has(id))
  return [
    ...lost.map((id) => `movement ${id}, which a client was told of, is lost`),
    ...more.map((id) => `movement ${id} was never told to a client: one key had two effects`),
  ]
}

type Announced = {
  eventId: number
  profileId: number
  name: string
  subject: string
  number: number
  subscriptionId: string
  deliveryId: string | null
  body: string | null
}

const announced = sql<Announced>(`
  select e.id as event_id, e.profile_id, e.name, e.subject, e.number, s.id as subscription_id,
         d.id as delivery_id, d.body
    from events e
    join profile_owners o on o.profile_id = e.profile_id
    join users u on u.id = o.user_id
    join subscriptions s on s.event_name = e.name and s.deleted_at is null
     and (s.profile_id = e.profile_id or s.application_id = u.application_id)
    left join deliveries d on d.subscription_id = s.id and d.profile_id = e.profile_id
     and d.subject = e.subject and d.number = e.number and d.event_name = e.name and not d.test
   order by e.profile_id, e.subject, s.id, e.number`)

/** Every event that somebody subscribed to has arrived, with its own bytes, in order (D34). */
export async function inspectDeliveries(db: Database, receiver: Receiver): Promise<string[]> {
  const findings = [...receiver.complaints]
  let before: (Announced & { place: number }) | undefined
  for (const event of await db.reader.rows(announced)) {
    const about = `event ${event.eventId} (${event.name} of ${event.subject})`
    const { deliveryId } = event
    const got = deliveryId === null ? undefined : receiver.received.get(deliveryId)
    if (deliveryId === null) findings.push(`${about} was never queued for ${event.subscriptionId}`)
    else if (got === undefined) findings.push(`${about} never arrived (delivery ${deliveryId})`)
    else {
      if (got.body !== event.body) findings.push(`${about} arrived with other bytes`)
      if (before && isOneLine(before, event) && before.place > got.place)
        findings.push(`${about} arrived before number ${before.number}, which it follows`)
      before = { ...event, place: got.place }
    }
  }
  return findings
}

function isOneLine(a: Announced, b: Announced): boolean {
  return (
    a.subscriptionId === b.subscriptionId && a.profileId === b.profileId && a.subject === b.subject
  )
}

/** The statuses that the receiver was told are those that the clients were told, each of them. */
export function compareNews(receiver: Receiver, books: readonly Book[]): string[] {
  const told = new Map<number, Set<string>>()
  for (const { body } of receiver.received.values()) {
    const { event_type: type, data } = JSON.parse(body)
    if (type !== 'transfers#state-change') continue
    const statuses = told.get(data.resource.id) ?? new Set()
    told.set(data.resource.id, statuses.add(data.current_state))
  }
  return books.flatMap(({ transfers }) =>
    [...transfers.values()].flatMap(({ id, statuses }) => {
      const got = [...(told.get(id) ?? [])].sort().join(' ')
      const due = [...statuses].sort().join(' ')
      return got === due ? [] : [`webhooks of transfer ${id} told "${got}" instead of "${due}"`]
    }),
  )
}

const open = sql<{ events: number; deliveries: number }>(`
  select (select count(*)::int from events where dispatched_at is null) as events,
         (select count(*)::int from deliveries
           where state in ('QUEUED', 'RETRYING') and not test) as deliveries`)

/** How much is still to be sent. */
export async function countOpen(db: Database): Promise<number> {
  const row = await db.reader.row(open)
  return (row?.events ?? 0) + (row?.deliveries ?? 0)
}

function textOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
