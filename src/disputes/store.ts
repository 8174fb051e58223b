// SQL statements about the disputes of one profile. `open-disputes-store.ts` reads the open disputes of all profiles.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { DisputeExists } from './errors.ts'
import type { DisputeCode } from './reasons.ts'
import { type DisputeSubStatus, subStatusesOf } from './states.ts'

export type DisputeRow = {
  readonly profileId: Id<'profile'>
  readonly id: string
  readonly transactionId: Id<'card-transaction'>
  readonly reason: DisputeCode
  readonly subStatus: DisputeSubStatus
  /** How many events the dispute has; the number of the latest one. */
  readonly eventCount: number
  readonly createdBy: Id<'user'>
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

const columns = `
  d.profile_id, d.id, d.transaction_id, d.reason, d.sub_status, d.event_count, d.created_by, d.created_at,
  d.updated_at`

const findDisputeSql = sql<DisputeRow>(`
  select ${columns} from disputes d where d.profile_id = $1 and d.id = $2`)

export function findDispute(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<DisputeRow | undefined> {
  return db.row(findDisputeSql, [profileId, id])
}

const lockDisputeSql = sql<DisputeRow>(`
  select ${columns} from disputes d where d.profile_id = $1 and d.id = $2 for update`)

/** Finds a dispute and locks its row until the transaction ends, so that its moves come one after the other. */
export function lockDispute(
  tx: Tx,
  profileId: Id<'profile'>,
  id: string,
): Promise<DisputeRow | undefined> {
  return tx.row(lockDisputeSql, [profileId, id])
}

/** File ids by the name of the file in the form (gap 754). */
export type DisputeFiles = Readonly<Record<string, string>>

// The condition on `sub_status` is that of the index `disputes_one_per_transaction`.
const listPreventingFilesSql = sql<{ files: DisputeFiles }>(`
  select d.files from disputes d
   where d.profile_id = $1 and d.transaction_id = any($2::bigint[])
     and d.sub_status not in ('REJECTED', 'WITHDRAWN')`)

/** The files of each dispute that prevents another dispute of these transactions. */
export async function listPreventingFiles(
  db: Reader,
  profileId: Id<'profile'>,
  transactionIds: readonly Id<'card-transaction'>[],
): Promise<DisputeFiles[]> {
  const rows = await db.rows(listPreventingFilesSql, [profileId, transactionIds])
  return rows.map(({ files }) => files)
}

/** Which disputes of a profile a list contains. */
type DisputeFilter = {
  readonly profileId: Id<'profile'>
  /** When undefined, disputes of all statuses are listed. */
  readonly isClosed: boolean | undefined
  /** When undefined, disputes of all transactions are listed. */
  readonly transactionId: Id<'card-transaction'> | undefined
}

/** Pages and totals end at this number of disputes, so that a longer list costs no more (gap 757); a choice of this project. */
export const LISTED_DISPUTES_MAX = 10_000

const closedSubStatuses = subStatusesOf('CLOSED').map((subStatus) => `'${subStatus}'`)
/** The expression of the indexes `disputes_by_status` and `disputes_of_transaction_by_status`. */
const isClosedSql = `(d.sub_status in (${closedSubStatuses.join(', ')}))`

/**
 * $2 is the limit and $3 the offset. The statement selects only columns of the index, so that PostgreSQL skips the rows before
 * the page without reading them.
 */
const pageScan = (condition: string) => `
  select d.created_at, d.transaction_id, d.id from disputes d where ${condition}
   order by d.created_at, d.transaction_id, d.id limit $2 offset $3`

// The rows of the page are read one by one: PostgreSQL cannot estimate how long a page is, and would join all disputes of
// the profile.
const listSql = (condition: string) =>
  sql<DisputeRow>(`
    select found.* from (${pageScan(condition)}) page
     cross join lateral (
           select ${columns} from disputes d where d.profile_id = $1 and d.id = page.id limit 1) found
     order by page.created_at, page.transaction_id, page.id`)

const countSql = (condition: string) =>
  sql<{ count: number }>(`select count(*)::int as count from (${pageScan(condition)}) counted`)

const statementsWhere = (condition: string) => ({
  list: listSql(condition),
  count: countSql(condition),
})

// Statements for each combination of filters, because each combination is served by another index.
const statements = {
  all: statementsWhere('d.profile_id = $1'),
  byStatus: statementsWhere(`d.profile_id = $1 and ${isClosedSql} = $4`),
  ofTransaction: statementsWhere('d.profile_id = $1 and d.transaction_id = $4'),
  ofTransactionByStatus: statementsWhere(
    `d.profile_id = $1 and d.transaction_id = $4 and ${isClosedSql} = $5`,
  ),
}

function chooseStatements({ isClosed, transactionId }: DisputeFilter) {
  if (transactionId === undefined)
    return isClosed === undefined
      ? { ...statements.all, filterValues: [] }
      : { ...statements.byStatus, filterValues: [isClosed] }
  return isClosed === undefined
    ? { ...statements.ofTransaction, filterValues: [transactionId] }
    : { ...statements.ofTransactionByStatus, filterValues: [transactionId, isClosed] }
}

/** The disputes of the page, ascending by creation, and by transaction where they were submitted together. */
export function listDisputes(
  db: Reader,
  filter: DisputeFilter,
  page: { readonly rowsMax: number; readonly offset: number },
): Promise<DisputeRow[]> {
  const { list, filterValues } = chooseStatements(filter)
  return db.rows(list, [filter.profileId, page.rowsMax, page.offset, ...filterValues])
}

/** How many disputes the filter selects, at most LISTED_DISPUTES_MAX. */
export async function countDisputes(db: Reader, filter: DisputeFilter): Promise<number> {
  const { count, filterValues } = chooseStatements(filter)
  const counted = await db.row(count, [filter.profileId, LISTED_DISPUTES_MAX, 0, ...filterValues])
  return counted?.count ?? 0
}

export type NewDispute = DisputeRow & {
  readonly email: string
  readonly form: object
  readonly files: DisputeFiles
}

const insertDisputesStep = writeStep({
  name: 'disputes_submitted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    transactionId: 'bigint',
    reason: 'text',
    subStatus: 'text',
    email: 'text',
    form: 'jsonb',
    files: 'jsonb',
    eventCount: 'int',
    createdBy: 'bigint',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `disputes_submitted as (
    insert into disputes (profile_id, id, transaction_id, reason, sub_status, email, form, files,
                          event_count, created_by, created_at, updated_at)
    select profile_id, id, transaction_id, reason, sub_status, email, form, files, event_count,
           created_by, created_at, updated_at
      from ${input}
    returning id)`,
  constraints: { disputes_one_per_transaction: DisputeExists },
})

/**
 * Inserts the disputes of one submission. Refuses all of them with DisputeExists when one of the transactions has a dispute
 * that prevents another (`disputes_one_per_transaction`).
 */
export function insertDisputes(disputes: readonly NewDispute[]): WriteStep {
  return insertDisputesStep(disputes)
}

const updateDisputeStep = writeStep({
  name: 'dispute_moved',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    subStatusBefore: 'text',
    subStatus: 'text',
    eventCount: 'int',
    updatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `dispute_moved as (
    update disputes d
       set sub_status = input.sub_status, event_count = input.event_count, updated_at = input.updated_at
      from ${input}
     where d.profile_id = input.profile_id and d.id = input.id
       and d.sub_status = input.sub_status_before
    returning input.request_index)`,
  onGuardFailed: 'retry',
})

/** The write step that stores a moved dispute. The use case is retried when the dispute has moved meanwhile. */
export function updateDispute(before: DisputeRow, after: DisputeRow): WriteStep {
  return updateDisputeStep({ ...after, subStatusBefore: before.subStatus })
}
