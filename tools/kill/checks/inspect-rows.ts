// Checks the rows after the load. `violations` finds rows that contradict each other. For each profile, payments, ids,
// debits, debts, claims, uploads and documents are compared with what its clients expect.

import { type Database, type Statement, sql } from '../../../src/kernel/database/db.ts'
import { rowsText } from '../../../test/support/audit.ts'
import type { ExpectedDebit, ExpectedProfile } from '../client/expected-profile.ts'
import { documentViolations, inspectDocuments } from './inspect-documents.ts'
import { inspectUploads, uploadViolations } from './inspect-uploads.ts'

/** The number of violating rows that a finding shows. */
const ROWS_SHOWN = 3

const violations: Record<string, Statement<object>> = {
  'two transfers have one customerTransactionId': sql(`
    select profile_id, customer_transaction_id, count(*)::int from transfers
     group by profile_id, customer_transaction_id having count(*) > 1`),
  'a posting was made twice: same reference, journal and accounts': sql(`
    select profile_id, reference, journal, from_account, to_account, count(*)::int
      from ledger_postings
     group by profile_id, reference, journal, from_account, to_account having count(*) > 1`),
  'a transfer has another status than its last event': sql(`
    select t.profile_id, t.id, t.status, e.payload ->> 'current_state' as last_event_status
      from transfers t
      left join lateral (
        select e.payload from events e
         where e.profile_id = t.profile_id and e.subject = 'transfer:' || t.id
           and e.name = 'transfers#state-change'
         order by e.number desc limit 1) e on true
     where t.status is distinct from e.payload ->> 'current_state'`),
  'a sent, refunded or cancelled transfer still has money in flight': sql(`
    select a.profile_id, a.account, a.currency, a.balance
      from transfers t
      join ledger_accounts a on a.profile_id = t.profile_id and a.account = 'transfer:' || t.id
     where t.status in ('outgoing_payment_sent', 'funds_refunded', 'cancelled')
       and a.balance <> 0`),
  'a batch group was paid twice, or has two direct debits that have not failed': sql(`
    select profile_id, batch_group_id, count(*)::int from batch_payments
     group by profile_id, batch_group_id having count(*) > 1
    union all
    select profile_id, batch_group_id, count(*)::int from payment_initiations
     where status <> 'FAILED'
     group by profile_id, batch_group_id having count(*) > 1`),
  'a batch group is still being cancelled, or counts other members than it has': sql(`
    select g.profile_id, g.id, g.status, g.members, count(t.id)::int as transfers
      from batch_groups g
      left join transfers t on t.profile_id = g.profile_id and t.batch_group_id = g.id
     group by g.profile_id, g.id
    having g.members <> count(t.id) or g.cancels_at is not null`),
  'an event was queued twice for one subscription': sql(`
    select subscription_id, profile_id, subject, number, count(*)::int from deliveries
     where not test
     group by subscription_id, profile_id, subject, number having count(*) > 1`),
  ...uploadViolations,
  ...documentViolations,
  'a sweep set rows aside and has not processed them since': sql(`
    select sweep, profile_id, id, error from sweep_failures`),
}

const paymentsSql = sql<{
  id: number
  status: string
  paidMinor: bigint | null
  payments: number
}>(`
  select t.id, t.status, sum(p.amount) as paid_minor, count(p.id)::int as payments
    from transfers t
    left join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
   where t.profile_id = $1
   group by t.id, t.status`)

const movementsSql = sql<{ id: number }>(`select id from balance_movements where profile_id = $1`)

const groupsSql = sql<{ id: string }>(`select id from batch_groups where profile_id = $1`)

const linkedAccountsSql = sql<{ id: number }>(`select id from debit_accounts where profile_id = $1`)

const debitsSql = sql<{ id: number; status: string }>(`
  select id, status from payment_initiations where profile_id = $1`)

const owedSql = sql<{ minor: bigint }>(`
  select coalesce(-sum(balance), 0) as minor from ledger_accounts
   where profile_id = $1 and account = 'owed'`)

const claimsSql = sql<{ transferId: number; isAnswered: boolean }>(`
  select transfer_id, claimed_at is not null as is_answered from transfer_claims
   where profile_id = $1`)

/** Returns one message for each violated rule and each difference. */
export async function inspectRows(
  db: Database,
  profiles: readonly ExpectedProfile[],
): Promise<string[]> {
  const findings: string[] = []
  for (const [rule, statement] of Object.entries(violations)) {
    const rows = await db.reader.rows(statement)
    if (rows.length > 0)
      findings.push(`${rule} (${rows.length}): ${rowsText(rows.slice(0, ROWS_SHOWN))}`)
  }
  for (const profile of profiles)
    for (const inspect of inspections) findings.push(...(await inspect(db, profile)))
  return findings
}

const inspections: readonly ((db: Database, profile: ExpectedProfile) => Promise<string[]>)[] = [
  inspectPayments,
  (db, profile) =>
    inspectIds(db, profile, { name: 'movement', statement: movementsSql }, profile.movements),
  (db, profile) => inspectIds(db, profile, { name: 'group', statement: groupsSql }, profile.groups),
  (db, profile) =>
    inspectIds(
      db,
      profile,
      { name: 'linked account', statement: linkedAccountsSql },
      profile.linkedAccounts,
    ),
  inspectDebits,
  inspectDebt,
  inspectClaims,
  inspectUploads,
  inspectDocuments,
]

async function inspectPayments(
  db: Database,
  { profileId, transfers }: ExpectedProfile,
): Promise<string[]> {
  const rows = await db.reader.rows(paymentsSql, [profileId])
  return rows.flatMap((row) => {
    const paid = transfers.get(row.id)?.paid
    const isRight = paid
      ? row.payments === 1 && row.paidMinor === BigInt(paid.minor)
      : row.payments === 0
    if (isRight) return []
    return [
      `transfer ${row.id} has ${row.payments} payments of ${row.paidMinor} in total, expected: ${paid?.minor ?? 'none'}`,
    ]
  })
}

type IdQuery<K> = { readonly name: string; readonly statement: Statement<{ id: K }> }

/** Checks that the rows have exactly the ids that clients received. */
async function inspectIds<K>(
  db: Database,
  { profileId }: ExpectedProfile,
  { name, statement }: IdQuery<K>,
  expectedIds: { has(id: K): boolean; keys(): Iterable<K> },
): Promise<string[]> {
  const ids = new Set((await db.reader.rows(statement, [profileId])).map(({ id }) => id))
  const missing = [...expectedIds.keys()].filter((id) => !ids.has(id))
  const unexpected = [...ids].filter((id) => !expectedIds.has(id))
  return [
    ...missing.map((id) => `${name} ${id}, which the client has, is lost`),
    ...unexpected.map((id) => `${name} ${id} is unknown to its client: one key had two effects`),
  ]
}

async function inspectDebits(db: Database, profile: ExpectedProfile): Promise<string[]> {
  const rows = await db.reader.rows(debitsSql, [profile.profileId])
  const statusById = new Map(rows.map(({ id, status }) => [id, status]))
  const query = { name: 'direct debit', statement: debitsSql }
  const differing = [...profile.debits.values()].filter(
    (debit) => statusById.get(debit.id) !== statusOf(debit),
  )
  return [
    ...(await inspectIds(db, profile, query, profile.debits)),
    ...differing.map(
      (debit) =>
        `direct debit ${debit.id} is ${statusById.get(debit.id)}, its client expects ${statusOf(debit)}`,
    ),
  ]
}

function statusOf({ statuses }: ExpectedDebit): string {
  return statuses.at(-1) ?? 'NEW'
}

async function inspectDebt(
  db: Database,
  { profileId, owedMinor }: ExpectedProfile,
): Promise<string[]> {
  const minor = (await db.reader.row(owedSql, [profileId]))?.minor
  if (minor === BigInt(owedMinor)) return []
  return [`profile ${profileId} owes ${minor} minor units, its client expects ${owedMinor}`]
}

async function inspectClaims(
  db: Database,
  { profileId, transfers }: ExpectedProfile,
): Promise<string[]> {
  const rows = await db.reader.rows(claimsSql, [profileId])
  const claimStateByTransfer = new Map(
    rows.map(({ transferId, isAnswered }) => [transferId, stateOf(isAnswered)]),
  )
  return [...transfers.values()]
    .map(({ id, claim }) => ({
      id,
      found: claimStateByTransfer.get(id) ?? 'missing',
      expected: claim === undefined ? 'missing' : stateOf(claim.isAnswered),
    }))
    .filter(({ found, expected }) => found !== expected)
    .map(({ id, found, expected }) => `the claim of transfer ${id} is ${found}, not ${expected}`)
}

const stateOf = (isAnswered: boolean) => (isAnswered ? 'answered' : 'open')
