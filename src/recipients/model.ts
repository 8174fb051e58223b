// The fields of a draft that are stored, and the hashes that identify equal recipients.

import { createHash } from 'node:crypto'
import {
  type AccountDraft,
  accountCountry,
  accountTypes,
  addressKeys,
  canonicalNumber,
  detailKeys,
  readDetail,
  readText,
} from '../corridors/index.ts'
import { canonical } from '../kernel/idempotency.ts'
import type { Details, NewRecipient, RecipientRow } from './store.ts'

type Account = Pick<RecipientRow, 'currency' | 'type' | 'accountHolderName' | 'details'>

/** A stored recipient in the form that the functions of corridors accept. */
export function draftOf({ currency, type, accountHolderName, details }: Account): AccountDraft {
  return { currency: currency ?? '', type, accountHolderName, details }
}

/** The columns of a draft that has passed `checkAccount`. */
export function recipientOf(
  draft: AccountDraft & { readonly type: string },
): Omit<NewRecipient, 'profileId' | 'userId' | 'refund' | 'createdAt'> {
  const { currency, type, ownedByCustomer = false } = draft
  const accountHolderName = holderOf(draft)
  const details = detailsOf(draft)
  const legalType = details['legalType'] === 'BUSINESS' ? 'BUSINESS' : 'PRIVATE'
  return {
    accountHolderName,
    currency,
    type,
    country: accountCountry(draft),
    legalType: details['legalType'] === undefined ? null : legalType,
    details,
    hash: hashOf({ currency, type, accountHolderName, details }),
    ownedByCustomer,
  }
}

// A form that has these fields does not require the whole name.
const NAME_PARTS = ['givenName', 'patronymicName', 'familyName']

function holderOf(draft: AccountDraft): string {
  const whole = readText(draft, 'accountHolderName')
  if (whole !== undefined) return whole
  return NAME_PARTS.flatMap((key) => readText(draft, key) ?? []).join(' ')
}

// The holder's name is a column, the address is nested, and `iban` and `bic` are stored as `IBAN` and `BIC`.
const NOT_IN_DETAILS = new Set(['address', 'accountHolderName', 'iban', 'bic'])

/** The known keys of a draft that have a value, with the value trimmed. */
function detailsOf(draft: AccountDraft): Details {
  const keys = detailKeys.filter((key) => !NOT_IN_DETAILS.has(key))
  const addressParts = addressKeys.filter((key) => key !== 'countryCode')
  const address = textsOf(draft, addressParts, (key) => `address.${key}`)
  return {
    ...textsOf(draft, keys),
    ...(Object.keys(address).length > 0 && { address }),
  }
}

function textsOf(
  draft: AccountDraft,
  keys: readonly string[],
  formKey = (key: string) => key,
): Record<string, string> {
  const values = keys.flatMap((key): [string, string][] => {
    const value = readDetail(draft, formKey(key))
    return value === undefined ? [] : [[key, String(value).trim()]]
  })
  return Object.fromEntries(values)
}

/** Returns equal hashes for recipients with equal name, currency, type and details (A 4.2). */
export function hashOf({ currency, type, accountHolderName, details }: Account): string {
  return sha256({ currency, type, accountHolderName, details })
}

// These keys describe the person and not the account, so recipients that differ only in them have the same account.
const PERSON_KEYS = new Set(['address', 'legalType', 'email', 'language', ...NAME_PARTS])

/**
 * Returns equal hashes for all spellings of one account in one currency, whatever the values of `PERSON_KEYS` (Facts
 * 10.2). Other details of the holder, such as `phoneNumber`, count. The account of the type `email` is its e-mail address.
 */
export function looseHashOf({ currency, type, details }: Account): string {
  const account = Object.entries(details)
    .filter(([key]) => (type === 'email' ? key === 'email' : !PERSON_KEYS.has(key)))
    .map(([key, value]) => [key, comparableText(String(value))])
  return sha256({ currency, account: Object.fromEntries(account) })
}

/** Removes the spaces and separators that only format a value. An e-mail address keeps them: they are part of it. */
function comparableText(value: string): string {
  return value.includes('@') ? value.toUpperCase() : canonicalNumber(value)
}

function sha256(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

const lettersOf = (type: string): string => type.trim().replaceAll('_', '').toLowerCase()

const typesByLetters: ReadonlyMap<string, string> = new Map(
  accountTypes.map((type) => [lettersOf(type), type]),
)

/** The stored spelling of an account type (D90): `SortCode` (version 2), `SORT_CODE` and `sortcode` become `sort_code`. */
export function typeOf(spelling: string): string {
  return typesByLetters.get(lettersOf(spelling)) ?? spelling.trim()
}
