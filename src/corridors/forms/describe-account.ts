// Facts derived from a recipient account: its country, its pay-out method, and the texts and field names by which replies show
// the account.

import { spacedIban } from '../routes/pay-in-accounts.ts'
import { findForm } from './catalogue/index.ts'
import { bicCountry } from './checks.ts'
import { claimFormOf } from './claims.ts'
import { v2Key } from './details.ts'
import { type AccountDraft, isAddressKey, readText } from './draft.ts'
import { canonicalNumber, type Field, fieldsOf } from './field.ts'

/**
 * `readText` for a detail that the form of the account contains. A client may send other details, such as an IBAN with a
 * sort code. They are stored unchecked, so they must not decide which account or country is shown.
 */
function readFormText(draft: AccountDraft, key: string): string | undefined {
  const form = findForm(draft.currency, draft.type ?? '') ?? claimFormOf(draft)
  const isInForm = fieldsOf(form?.lines ?? []).some((field) => field.key === key)
  return isInForm ? readText(draft, key) : undefined
}

const TYPES_WITHOUT_COUNTRY = new Set(['iban', 'swift_code'])

/**
 * Alpha-2 code of the country of the account: from its IBAN, else the address, else the type
 * (Facts 10.2), else the BIC. Null for an e-mail account, and for a SWIFT account with neither an address nor a valid BIC.
 */
export function accountCountry(draft: AccountDraft): string | null {
  const { type = 'email', currency } = draft
  if (type === 'email') return null
  const iban = readFormText(draft, 'IBAN')
  if (iban !== undefined) return canonicalNumber(iban).slice(0, 2)
  const address = readText(draft, 'address.country')
  if (address !== undefined) return address
  // Every local scheme serves the country whose code begins its currency's code.
  if (!TYPES_WITHOUT_COUNTRY.has(type)) return currency.slice(0, 2)
  return bicCountry(readFormText(draft, 'swiftCode') ?? '') ?? null
}

type AccountPayOut = 'BANK_TRANSFER' | 'SWIFT' | 'CA_NETWORK' | 'BALANCE'

const payOuts: ReadonlyMap<string, AccountPayOut> = new Map([
  ['swift_code', 'SWIFT'],
  ['ca_network', 'CA_NETWORK'],
  ['balance', 'BALANCE'],
])

/** The pay-out method of an account when the quote does not name one (A 2.4, rule 6). */
export function payOutOf({ type = '' }: AccountDraft): AccountPayOut {
  return payOuts.get(type) ?? 'BANK_TRANSFER'
}

/** The type in the spelling of v2 objects: `sort_code` is `SortCode`. */
export function typeName(type: string): string {
  return type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const ACCOUNT_FIELDS = [
  'IBAN',
  'caNetworkAccount',
  'clabe',
  'customerReferenceNumber',
  'accountNumber',
]
const BANK_FIELDS = [
  'sortCode',
  'abartn',
  'bsbCode',
  'ifscCode',
  'transitNumber',
  'billerCode',
  'swiftCode',
  'bankCode',
]

/** The first of the keys that is in the form of the account and has a value. */
const firstFilledKey = (draft: AccountDraft, keys: readonly string[]): string | undefined =>
  keys.find((key) => readFormText(draft, key) !== undefined)

const DISPLAYS: Readonly<Record<string, (value: string) => string>> = {
  IBAN: spacedIban,
  sortCode: (value) => canonicalNumber(value).replace(/(..)(?=.)/g, '$1-'),
}

const displayText = (key: string, value: string): string => DISPLAYS[key]?.(value) ?? value

const LAST_CHARACTERS = 4

/** `short`: the numbers, such as `(04-00-75) 37778842`. `long`: `GBP account ending in 8842`. */
export function accountSummary(draft: AccountDraft): {
  readonly short: string
  readonly long: string
} {
  if (draft.type === 'balance') return { short: 'Own balance', long: 'Your own balance' }
  const accountKey = draft.type === 'email' ? 'email' : firstFilledKey(draft, ACCOUNT_FIELDS)
  const number = accountKey === undefined ? '' : (readText(draft, accountKey) ?? '')
  if (accountKey === 'email') return { short: number, long: number }
  const long = `${draft.currency} account ending in ${canonicalNumber(number).slice(-LAST_CHARACTERS)}`
  const shown = displayText(accountKey ?? '', number)
  const bankKey = accountKey === 'IBAN' ? undefined : firstFilledKey(draft, BANK_FIELDS)
  if (bankKey === undefined) return { short: shown, long }
  return { short: `(${displayText(bankKey, readText(draft, bankKey) ?? '')}) ${shown}`, long }
}

type DisplayField = { readonly key: string; readonly label: string; readonly value: string }

// A recipient of version 2 shows the legal type, the name and the e-mail address outside of `details`. The language does not
// describe the account: it is the language of mail to the recipient.
const NOT_DISPLAYED = new Set(['legalType', 'accountHolderName', 'email', 'language'])

/**
 * The filled-in fields of the account with their labels, in the order of the form (Facts 10.2), without the address and the
 * fields of `NOT_DISPLAYED`; of an e-mail account only the e-mail address.
 */
export function displayFields(draft: AccountDraft): readonly DisplayField[] {
  const form = findForm(draft.currency, draft.type ?? '')
  const fields = form === undefined ? [] : fieldsOf(form.lines)
  if (draft.type === 'email') {
    const email = fields.find(({ key }) => key === 'email')
    const value = readText(draft, 'email')
    return email === undefined || value === undefined
      ? []
      : [{ key: 'email', label: email.label, value }]
  }
  return fields
    .filter(({ key }) => !NOT_DISPLAYED.has(key) && !isAddressKey(key))
    .flatMap((field) => displayField(draft, field))
}

function displayField(draft: AccountDraft, field: Field): readonly DisplayField[] {
  const value = readText(draft, field.key)
  if (value === undefined) return []
  const chosen = field.values?.().find(({ key }) => key.trim() === value)?.name
  const key = `details/${v2Key(field.key)}`
  return [{ key, label: field.label, value: chosen ?? displayText(field.key, value) }]
}

/** The names of the v2 details that contain the account, the bank and the BIC (Facts 10.2). */
type CommonFieldMap = {
  readonly accountNumberField?: string
  readonly bankCodeField?: string
  readonly bicField?: string
}

export function commonFieldMap(draft: AccountDraft): CommonFieldMap {
  const account = draft.type === 'email' ? undefined : firstFilledKey(draft, ACCOUNT_FIELDS)
  if (account === undefined) return {}
  if (account === 'IBAN')
    return { accountNumberField: 'iban', bankCodeField: 'bic', bicField: 'bic' }
  const bank = firstFilledKey(draft, BANK_FIELDS)
  return {
    accountNumberField: account,
    ...(bank === undefined ? {} : { bankCodeField: bank }),
    ...(bank === 'swiftCode' ? { bicField: bank } : {}),
  }
}
