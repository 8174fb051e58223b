// What makes two recipients the same, and what is kept of what a client sent.

import { createHash } from 'node:crypto'
import {
  type AccountDraft,
  accountCountry,
  addressKeys,
  detailKeys,
  readDetail,
  readText,
} from '../corridors/index.ts'
import { canonical } from '../kernel/idempotency.ts'
import type { Details, NewRecipient, RecipientRow } from './store.ts'

type Account = Pick<RecipientRow, 'currency' | 'type' | 'accountHolderName' | 'details'>

/** A stored recipient as the corridors' functions take it. */
export function draftOf({ currency, type, accountHolderName, details }: Account): AccountDraft {
  return { currency, type, accountHolderName, details }
}

/** What is stored of a draft that the account layer found sound. */
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

// Where a form asks for the parts of a name, the whole name may be missing.
const NAME_PARTS = ['givenName', 'patronymicName', 'familyName']

function holderOf(draft: AccountDraft): string {
  const whole = readText(draft, 'accountHolderName')
  if (whole !== undefined) return whole
  return NAME_PARTS.flatMap((key) => readText(draft, key) ?? []).join(' ')
}

// The name is a column, and of two spellings one is kept.
const KEPT_ELSEWHERE = new Set(['address', 'accountHolderName', 'iban', 'bic'])

/** The known keys of a draft's details that say something, without outer blanks, in fixed order. */
function detailsOf(draft: AccountDraft): Details {
  const keys = detailKeys.filter((key) => !KEPT_ELSEWHERE.has(key))
  const parts = addressKeys.filter((key) => key !== 'countryCode')
  const address = filled(draft, parts, (key) => `address.${key}`)
  return {
    ...filled(draft, keys),
    ...(Object.keys(address).length > 0 && { address }),
  }
}

function filled(
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

/** Stays the same as long as the name, the kind of account and the details do (Spec A 4.2). */
export function hashOf({ currency, type, accountHolderName, details }: Account): string {
  return sha256({ currency, type, accountHolderName, details })
}

// Who the recipient is and where they live does not change which account it is.
const NOT_THE_ACCOUNT = new Set(['address', 'legalType', 'email', 'language', ...NAME_PARTS])

/** The same for every way of writing one account, whoever is said to hold it (Facts 10.2). */
export function looseHashOf({ currency, type, details }: Account): string {
  const account = Object.entries(details)
    .filter(([key]) => (type === 'email' ? key === 'email' : !NOT_THE_ACCOUNT.has(key)))
    .map(([key, value]) => [key, typeof value === 'string' ? signsOf(value) : ''])
  return sha256({ currency, account: Object.fromEntries(account) })
}

/** Blanks and dashes are for the eye, except in an e-mail address. */
function signsOf(value: string): string {
  return (value.includes('@') ? value : value.replace(/[\s./_-]/g, '')).toUpperCase()
}

function sha256(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/** A type as either version spells it, as it is stored: `SortCode` is `sort_code`. */
export function typeOf(spelling: string): string {
  return spelling
    .trim()
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
}
