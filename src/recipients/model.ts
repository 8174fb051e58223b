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

/** Converts a stored recipient to a draft, which the functions of `corridors` accept. */
export function draftOf({ currency, type, accountHolderName, details }: Account): AccountDraft {
  // The currency is null for recipients of the type `balance`, which have no form.
  return { currency: currency ?? '', type, accountHolderName, details }
}

/** The columns of a draft that has passed `checkAccount`. */
export function recipientOf(
  draft: AccountDraft & { readonly type: string },
): Omit<NewRecipient, 'profileId' | 'userId' | 'refund' | 'createdAt'> {
  const { currency, type, ownedByCustomer = false } = draft
  const accountHolderName = holderNameOf(draft)
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

// A form that has these fields does not require `accountHolderName`, the full name.
const NAME_PARTS = ['givenName', 'patronymicName', 'familyName']

function holderNameOf(draft: AccountDraft): string {
  const fullName = readText(draft, 'accountHolderName')
  if (fullName !== undefined) return fullName
  return NAME_PARTS.flatMap((key) => readText(draft, key) ?? []).join(' ')
}

// The holder's name is a column, the address is nested, and `iban` and `bic` are stored as `IBAN` and `BIC`.
const NOT_IN_DETAILS = new Set(['address', 'accountHolderName', 'iban', 'bic'])

/** The details to store: each key of `detailKeys` that has a value, as trimmed text, and the address as an object. */
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

// These keys describe the holder and not the account: recipients that differ only in these keys have the same account.
const HOLDER_KEYS = new Set(['address', 'legalType', 'email', 'language', ...NAME_PARTS])

/**
 * Returns equal hashes for all spellings of one account in one currency, whatever the values of `HOLDER_KEYS` (Facts
 * 10.2). All other details are part of the hash: for `privatbank` also `phoneNumber` identifies the account. The account of the type `email`
 * is its e-mail address.
 */
export function looseHashOf({ currency, type, details }: Account): string {
  const account = Object.entries(details)
    .filter(([key]) => (type === 'email' ? key === 'email' : !HOLDER_KEYS.has(key)))
    .map(([key, value]) => [key, comparableText(String(value))])
  return sha256({ currency, account: Object.fromEntries(account) })
}

/** Converts a value to capitals and, unless the value is an e-mail address, removes the spaces and separators that only format it. */
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

/**
 * The stored spelling of an account type (D90): `SortCode` (version 2), `SORT_CODE` and `sortcode` become `sort_code`. An unknown
 * type is returned as it is, trimmed.
 */
export function typeOf(spelling: string): string {
  return typesByLetters.get(lettersOf(spelling)) ?? spelling.trim()
}
