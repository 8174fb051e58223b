// A recipient account as a client sends it, complete or partly filled in.

import type { LegalType } from './catalogue/names.ts'
import { otherSpelling } from './details.ts'

export type AccountDraft = {
  readonly currency: string
  readonly type?: string
  readonly accountHolderName?: string
  readonly ownedByCustomer?: boolean
  /** Has `address` as an object, or its fields under dotted keys such as `address.country`. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Absent, null or only white space. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const firstPresent = (...values: readonly unknown[]): unknown =>
  values.find((value) => !isBlank(value))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ADDRESS = 'address.'

export const isAddressKey = (key: string): boolean => key.startsWith(ADDRESS)

/** The value under a form key in either spelling of the key; undefined when it is blank. */
export function readDetail(draft: AccountDraft, key: string): unknown {
  const { details } = draft
  if (key === 'accountHolderName') return firstPresent(draft.accountHolderName, details[key])
  if (isAddressKey(key)) return readAddress(details, key)
  const other = otherSpelling[key]
  return firstPresent(details[key], other === undefined ? undefined : details[other])
}

function readAddress(details: Readonly<Record<string, unknown>>, key: string): unknown {
  const address = isRecord(details['address']) ? details['address'] : {}
  const name = key.slice(ADDRESS.length)
  const value = firstPresent(address[name], details[key])
  return value === undefined && name === 'country'
    ? firstPresent(address['countryCode'], details['address.countryCode'])
    : value
}

/** `readDetail` for text. Leading and trailing whitespace is not stored, so it must not decide anything either. */
export function readText(draft: AccountDraft, key: string): string | undefined {
  const value = readDetail(draft, key)
  return typeof value === 'string' ? value.trim() : undefined
}

/** Whether `address` is present but is not an object. */
export function hasBrokenAddress({ details }: AccountDraft): boolean {
  return !isBlank(details['address']) && !isRecord(details['address'])
}

export function legalTypeOf(draft: AccountDraft): LegalType | undefined {
  const value = readText(draft, 'legalType')
  return value === 'PRIVATE' || value === 'BUSINESS' ? value : undefined
}
