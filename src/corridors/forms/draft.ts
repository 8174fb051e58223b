// A recipient account as a client sends it: complete, or as far as it is filled in.

import { otherSpelling } from './detail-keys.ts'
import type { LegalType } from './names.ts'

export type AccountDraft = {
  readonly currency: string
  readonly type?: string
  readonly accountHolderName?: string
  readonly ownedByCustomer?: boolean
  /** May hold `address` as an object or its parts under dotted keys: `address.country`. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Whether a value says nothing: absent, null or only blanks. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const given = (...values: readonly unknown[]): unknown => values.find((value) => !isBlank(value))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ADDRESS = 'address.'

export const isAddressKey = (key: string): boolean => key.startsWith(ADDRESS)

/** What the draft says under a form key, whichever way it is spelt; undefined when nothing. */
export function readDetail(draft: AccountDraft, key: string): unknown {
  const { details } = draft
  if (key === 'accountHolderName') return given(draft.accountHolderName, details[key])
  if (isAddressKey(key)) return readAddress(details, key)
  const other = otherSpelling[key]
  return given(details[key], other === undefined ? undefined : details[other])
}

function readAddress(details: Readonly<Record<string, unknown>>, key: string): unknown {
  const address = isRecord(details['address']) ? details['address'] : {}
  const part = key.slice(ADDRESS.length)
  const value = given(address[part], details[key])
  return value === undefined && part === 'country'
    ? given(address['countryCode'], details['address.countryCode'])
    : value
}

/** The same, when it is text: without outer blanks, which are not kept and so decide nothing. */
export function readText(draft: AccountDraft, key: string): string | undefined {
  const value = readDetail(draft, key)
  return typeof value === 'string' ? value.trim() : undefined
}

/** Whether `address` is there and is not an object, so that nothing can be read from it. */
export function hasBrokenAddress({ details }: AccountDraft): boolean {
  return !isBlank(details['address']) && !isRecord(details['address'])
}

export function legalTypeOf(draft: AccountDraft): LegalType | undefined {
  const value = readText(draft, 'legalType')
  return value === 'PRIVATE' || value === 'BUSINESS' ? value : undefined
}
