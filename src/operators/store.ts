// SQL for operators.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Failures } from './model.ts'

export type OperatorRow = Failures & {
  readonly id: Id<'operator'>
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  /** Encrypted. */
  readonly totpSecret: Buffer
  readonly lastTotpStep: number
  readonly active: boolean
  readonly createdAt: Temporal.Instant
}

const columns = `
  id, email, name, password_hash, totp_secret, last_totp_step, failures, locked_until, active, created_at`

const insertOperatorSql = sql<{ id: Id<'operator'> }>(`
  insert into operators (email, name, password_hash, totp_secret, created_at) values ($1, $2, $3, $4, $5)
  on conflict (lower(email)) do nothing
  returning id`)

type NewOperator = Pick<OperatorRow, 'email' | 'name' | 'passwordHash' | 'totpSecret' | 'createdAt'>

/** Returns undefined when the e-mail address is taken. */
export async function insertOperator(
  tx: Tx,
  { email, name, passwordHash, totpSecret, createdAt }: NewOperator,
): Promise<Id<'operator'> | undefined> {
  const values = [email, name, passwordHash, totpSecret, createdAt.toString()]
  return (await tx.row(insertOperatorSql, values))?.id
}

const lockOperatorSql = sql<OperatorRow>(`
  select ${columns} from operators where lower(email) = lower($1) for update`)

/** Locks the row: log-ins of one operator, and changes of the operator's access, run one after the other. */
export function lockOperator(tx: Tx, email: string): Promise<OperatorRow | undefined> {
  return tx.row(lockOperatorSql, [email])
}

const shareLockOperatorSql = sql<never>('select id from operators where id = $1 for share')

/** Locks the row for an action: until the transaction ends, changes of the operator's access and log-ins wait. */
export async function shareLockOperator(tx: Tx, id: Id<'operator'>): Promise<void> {
  await tx.rows(shareLockOperatorSql, [id])
}

/** A choice of this project: far more operators than an installation has. */
const OPERATORS_LISTED_MAX = 1000

const listOperatorsSql = sql<OperatorRow>(
  `select ${columns} from operators order by id limit ${OPERATORS_LISTED_MAX}`,
)

/** Ascending by id. */
export function listOperators(db: Reader): Promise<OperatorRow[]> {
  return db.rows(listOperatorsSql)
}

const updateFailuresSql = sql<never>(`
  update operators set failures = $2, locked_until = $3 where id = $1`)

export async function updateFailures(
  tx: Tx,
  id: Id<'operator'>,
  { failures, lockedUntil }: Failures,
): Promise<void> {
  await tx.rows(updateFailuresSql, [id, failures, lockedUntil?.toString() ?? null])
}

const updateTotpStepSql = sql<never>(`update operators set last_totp_step = $2 where id = $1`)

export async function updateTotpStep(tx: Tx, id: Id<'operator'>, step: number): Promise<void> {
  await tx.rows(updateTotpStepSql, [id, step])
}

const updateSecretsSql = sql<never>(`
  update operators set password_hash = $2, totp_secret = $3, last_totp_step = $4 where id = $1`)

export async function updateSecrets(
  tx: Tx,
  {
    id,
    passwordHash,
    totpSecret,
    lastTotpStep,
  }: Pick<OperatorRow, 'id' | 'passwordHash' | 'totpSecret' | 'lastTotpStep'>,
): Promise<void> {
  await tx.rows(updateSecretsSql, [id, passwordHash, totpSecret, lastTotpStep])
}

const updateActiveSql = sql<never>(`update operators set active = $2 where id = $1`)

export async function updateActive(
  tx: Tx,
  { id, active }: { readonly id: Id<'operator'>; readonly active: boolean },
): Promise<void> {
  await tx.rows(updateActiveSql, [id, active])
}
