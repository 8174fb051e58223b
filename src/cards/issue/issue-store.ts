// Every SQL statement that inserts a card or reads its encrypted data.

import { lookup, type Reader } from '../../kernel/database/db.ts'
import { idGenerator } from '../../kernel/database/generate-id.ts'
import { INSERT_EVERY_ROW, rowType, writeStep } from '../../kernel/database/write-step.ts'
import type { CardRow } from '../store.ts'

/** The id is generated before the card is inserted, because the subject of the events contains the id. */
export const generateCardId = idGenerator<'card'>('cards')

/** The encrypted number and PIN of a card. */
type SealedCard = { readonly pan: Buffer; readonly pin: Buffer }

// The primary key of `card_numbers` refuses a number that was issued before. The counter of the profile gives the card its
// position in the list of the profile.
const insertCardStep = writeStep({
  name: 'card_issued',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    token: 'uuid',
    clientId: 'text',
    network: 'text',
    program: 'text',
    currency: 'text',
    type: 'text',
    status: 'text',
    cardHolderName: 'text',
    phoneNumber: 'text',
    billingAddress: 'jsonb',
    bin: 'text',
    lastDigits: 'text',
    panIndex: 'text',
    pan: 'text',
    pin: 'text',
    disabledPermissions: 'text[]',
    lockedPermissions: 'text[]',
    lifetimeLimitMinor: 'numeric',
    createdAt: 'timestamptz',
    activatedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    purgesAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `card_number_taken as (
    insert into card_numbers (pan_index) select input.pan_index from ${input} returning pan_index),
  card_counted as (
    merge into card_counters k using ${input} on k.profile_id = input.profile_id
     when matched then update set cards = k.cards + 1
     when not matched then insert (profile_id, cards) values (input.profile_id, 1)
    returning input.request_index, k.cards),
  card_issued as (
    merge into cards c using (
      select input.request_index, k.cards as number, input.profile_id, input.id, input.token,
             input.client_id, input.network, input.program, input.currency, input.type, input.status,
             input.card_holder_name, input.phone_number, input.billing_address, input.bin,
             input.last_digits, input.pan_index, input.pan, input.pin, input.disabled_permissions,
             input.locked_permissions, input.lifetime_limit_minor, input.created_at, input.activated_at,
             input.expires_at, input.purges_at
        from ${input} cross join card_counted k where k.request_index = input.request_index) i
   ${INSERT_EVERY_ROW}
          (profile_id, id, token, number, client_id, network, program, currency, type, status,
           card_holder_name, phone_number, billing_address, bin, last_digits, pan_index, pan, pin,
           disabled_permissions, locked_permissions, lifetime_limit, version, event_count,
           created_at, modified_at, activated_at, expires_at, purges_at)
   overriding system value
   values (i.profile_id, i.id, i.token, i.number, i.client_id, i.network, i.program, i.currency,
           i.type, i.status, i.card_holder_name, i.phone_number, i.billing_address, i.bin,
           i.last_digits, i.pan_index, decode(i.pan, 'base64'), decode(i.pin, 'base64'),
           i.disabled_permissions, i.locked_permissions, i.lifetime_limit_minor, 1, 1, i.created_at,
           i.created_at, i.activated_at, i.expires_at, i.purges_at)
    returning i.request_index, c.number)`,
  returns: rowType<{ number: number }>(),
  constraints: {
    // The number was issued before: the retry generates another one.
    card_numbers_pkey: 'retry',
    // Two first cards of the profile were issued concurrently: the retry counts the second.
    card_counters_pkey: 'retry',
  },
})

/** The write step that inserts a new card. It returns the card's `number` in the list of the profile. */
export function insertCard(card: Omit<CardRow, 'number'>, { pan, pin }: SealedCard) {
  return insertCardStep({ ...card, pan: pan.toString('base64'), pin: pin.toString('base64') })
}

const findSealedCardSql = lookup<{ pan: Buffer | null; pin: Buffer | null }>(
  ['bigint', 'bigint'],
  'select pan, pin from cards where profile_id = $1 and id = $2',
)

/** The encrypted number and PIN; undefined once they are deleted. */
export async function findSealedCard(
  db: Reader,
  { profileId, id }: Pick<CardRow, 'profileId' | 'id'>,
): Promise<SealedCard | undefined> {
  const row = await db.row(findSealedCardSql, [profileId, id])
  return row?.pan && row.pin ? { pan: row.pan, pin: row.pin } : undefined
}
