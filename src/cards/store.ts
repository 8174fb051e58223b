// SQL statements that find, list, count, lock and change cards. `issue/issue-store.ts` inserts cards.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import type { Limits, Usage } from './limits/model.ts'
import type { CardType, Network, PermissionType } from './model.ts'
import { CARD_LIMIT_MAX } from './settings.ts'
import type { CardStatus, SuspendableStatus } from './states.ts'

export type BillingAddress = Readonly<Record<string, string | null>>

export type CardRow = Limits & {
  readonly profileId: Id<'profile'>
  readonly id: Id<'card'>
  readonly token: string
  /** The position of the card in the list of the profile, from 1 on. */
  readonly number: number
  readonly clientId: string
  readonly network: Network
  /** Without the name of the network. */
  readonly program: string
  readonly currency: Currency
  readonly type: CardType
  readonly status: CardStatus
  /** The status to which a suspended card returns; null while the card is not suspended. */
  readonly statusBefore: SuspendableStatus | null
  readonly cardHolderName: string
  readonly phoneNumber: string
  readonly billingAddress: BillingAddress
  readonly bin: string
  readonly lastDigits: string
  /** The keyed hash of the card number; null once the data of the card is deleted. */
  readonly panIndex: string | null
  readonly disabledPermissions: readonly PermissionType[]
  readonly lockedPermissions: readonly PermissionType[]
  /** 1 when the card is issued; each change adds 1. */
  readonly version: number
  readonly eventCount: number
  readonly createdAt: Temporal.Instant
  readonly modifiedAt: Temporal.Instant
  readonly activatedAt: Temporal.Instant | null
  readonly expiresAt: Temporal.Instant
  readonly purgesAt: Temporal.Instant
}

const columns = `
  c.profile_id, c.id, c.token, c.number, c.client_id, c.network, c.program, c.currency, c.type, c.status,
  c.status_before, c.card_holder_name, c.phone_number, c.billing_address, c.bin, c.last_digits, c.pan_index,
  c.disabled_permissions, c.locked_permissions, c.transaction_limit as transaction_limit_minor,
  c.daily_limit as daily_limit_minor, c.monthly_limit as monthly_limit_minor,
  c.lifetime_limit as lifetime_limit_minor, c.version, c.event_count, c.created_at, c.modified_at, c.activated_at, c.expires_at,
  c.purges_at`

const findCardSql = lookup<CardRow>(
  ['bigint', 'uuid'],
  `select ${columns} from cards c where c.profile_id = $1 and c.token = $2`,
)

export function findCard(
  db: Reader,
  profileId: Id<'profile'>,
  token: string,
): Promise<CardRow | undefined> {
  return db.row(findCardSql, [profileId, token])
}

const findCardByIdSql = lookup<CardRow>(
  ['bigint', 'bigint'],
  `select ${columns} from cards c where c.profile_id = $1 and c.id = $2`,
)

export function findCardById(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'card'>,
): Promise<CardRow | undefined> {
  return db.row(findCardByIdSql, [profileId, id])
}

const findCardOfProfilesSql = sql<CardRow>(`
  select ${columns} from cards c where c.profile_id = any($1::bigint[]) and c.token = $2`)

/** Finds a card of any of these profiles, for requests without a profile in their path. */
export function findCardOfProfiles(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  token: string,
): Promise<CardRow | undefined> {
  return db.row(findCardOfProfilesSql, [profileIds, token])
}

/** A card with the amounts that were spent in the day, the month and the lifetime. */
export type CardWithUsage = CardRow & Usage

const findCardWithUsageSql = lookup<CardWithUsage>(
  ['bigint', 'uuid', 'timestamptz'],
  `select ${columns},
          case when u.latest_at >= date_trunc('day', $3, 'UTC') then u.day_amount else 0 end as daily_usage_minor,
          case when u.latest_at >= date_trunc('month', $3, 'UTC') then u.month_amount else 0 end as monthly_usage_minor,
          coalesce(u.lifetime_amount, 0) as lifetime_usage_minor
     from cards c left join card_usage u on u.profile_id = c.profile_id and u.card_id = c.id
    where c.profile_id = $1 and c.token = $2`,
)

/** Finds a card with its usage of the day and of the month of `now`, in UTC, and of its lifetime. */
export function findCardWithUsage(
  db: Reader,
  profileId: Id<'profile'>,
  token: string,
  now: Temporal.Instant,
): Promise<CardWithUsage | undefined> {
  return db.row(findCardWithUsageSql, [profileId, token, now.toString()])
}

const listCardsBetweenSql = sql<CardRow>(`
  select ${columns} from cards c
   where c.profile_id = $1 and c.number between $2 and $3 order by c.number`)

/** The cards at the positions `first` to `last` in the list of the profile, ascending. */
export function listCardsBetween(
  db: Reader,
  profileId: Id<'profile'>,
  first: number,
  last: number,
): Promise<CardRow[]> {
  return db.rows(listCardsBetweenSql, [profileId, first, last])
}

const countAllCardsSql = lookup<{ cards: number }>(
  ['bigint'],
  'select cards from card_counters where profile_id = $1',
)

/** How many cards the profile has ever had; lists contain all of them. */
export async function countAllCards(db: Reader, profileId: Id<'profile'>): Promise<number> {
  return (await db.row(countAllCardsSql, [profileId]))?.cards ?? 0
}

type CardCounts = { readonly virtual: number; readonly physical: number }

const openCards = (type: CardType) => `
  (select count(*) from (select from cards c where c.profile_id = $1 and c.type = '${type}'
                            and c.status not in ('BLOCKED', 'EXPIRED', 'PURGED') limit ${CARD_LIMIT_MAX}) counted)::int`

const countOpenCardsSql = sql<CardCounts>(`
  select ${openCards('VIRTUAL_NON_UPGRADEABLE')} as virtual, ${openCards('PHYSICAL')} as physical`)

/** How many cards count towards the limits of the profile (D78), at most CARD_LIMIT_MAX of each type. */
export async function countOpenCards(db: Reader, profileId: Id<'profile'>): Promise<CardCounts> {
  const counts = await db.row(countOpenCardsSql, [profileId])
  if (counts === undefined) throw new Error('a count of cards returned no row')
  return counts
}

const updateCardStep = writeStep({
  name: 'card_changed',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    versionBefore: 'int',
    version: 'int',
    status: 'text',
    statusBefore: 'text',
    disabledPermissions: 'text[]',
    lockedPermissions: 'text[]',
    transactionLimitMinor: 'numeric',
    dailyLimitMinor: 'numeric',
    monthlyLimitMinor: 'numeric',
    lifetimeLimitMinor: 'numeric',
    eventCount: 'int',
    modifiedAt: 'timestamptz',
    activatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `card_changed as (
    update cards c
       set version = input.version, status = input.status, status_before = input.status_before,
           disabled_permissions = input.disabled_permissions,
           locked_permissions = input.locked_permissions,
           transaction_limit = input.transaction_limit_minor, daily_limit = input.daily_limit_minor,
           monthly_limit = input.monthly_limit_minor, lifetime_limit = input.lifetime_limit_minor,
           event_count = input.event_count, modified_at = input.modified_at,
           activated_at = input.activated_at,
           pan = case when input.status <> 'PURGED' then c.pan end,
           pin = case when input.status <> 'PURGED' then c.pin end,
           pan_index = case when input.status <> 'PURGED' then c.pan_index end
      from ${input}
     where c.profile_id = input.profile_id and c.id = input.id and c.version = input.version_before
    returning input.request_index)`,
  // A concurrent change was committed first: the retry decides on the changed card.
  onGuardFailed: 'retry',
})

/** The write step that stores a changed card. The use case is retried when the stored version is not `before.version`. */
export function updateCard(before: CardRow, after: CardRow): WriteStep {
  return updateCardStep({ ...after, versionBefore: before.version })
}

const requireCardUnchangedStep = writeStep({
  name: 'card_unchanged',
  input: { profileId: 'bigint', id: 'bigint', version: 'int' },
  tenant: 'profileId',
  // A share lock, so that a change of the card and a write that relies on the card come one after the other.
  sql: ({ input }) => `card_unchanged as (
    select input.request_index from ${input}
      join cards c on c.profile_id = input.profile_id and c.id = input.id
       and c.version = input.version
       for share of c)`,
  onGuardFailed: 'retry',
})

/** The write step that fails when status, permissions or limits of the card have changed. The use case is then retried. */
export function requireCardUnchanged({
  profileId,
  id,
  version,
}: Pick<CardRow, 'profileId' | 'id' | 'version'>): WriteStep {
  return requireCardUnchangedStep({ profileId, id, version })
}

const lockCardSql = sql<{ id: Id<'card'> }>(`
  select id from cards where profile_id = $1 and token = $2 for no key update`)

/** Locks the card against changes until the transaction ends. */
export function lockCard(tx: Tx, profileId: Id<'profile'>, token: string) {
  return tx.row(lockCardSql, [profileId, token])
}
