// Finds the route of a request, and the account forms of a route.

import {
  type AccountDraft,
  type AccountForm,
  accountForms,
  type FormInput,
  isCurrency,
  type MinorVersion,
  type RouteContext,
} from '../corridors/index.ts'
import { parseMoney } from '../kernel/money.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import { AmountImprecise, CurrencyUnknown, NotPositive, type QuoteRow } from '../quotes/index.ts'
import type { QuoteQuery, RouteQuery } from './schemas.ts'

/** Refuses an unknown currency and an invalid amount. Any pair of known currencies is accepted (gap 49). */
export function routeOf(query: RouteQuery): RouteContext {
  const { source, target, sourceAmount } = query
  const unknown = Object.entries({ source, target }).filter(([, code]) => !isCurrency(code))
  refuseAll(
    unknown.map(([path, code]): Fault => ({ kind: CurrencyUnknown, path, arguments: [code] })),
  )
  const faultDetails = { path: 'sourceAmount', arguments: [sourceAmount] }
  const amount = parseMoney(withoutRoundingNoise(sourceAmount), source)
  if (amount === undefined) return refuse(AmountImprecise, faultDetails)
  if (amount.minor <= 0n) return refuse(NotPositive, faultDetails)
  return routeBetween(source, target, query)
}

/** A decimal number with this many digits is the same after a conversion to a double and back. */
const SIGNIFICANT_DIGITS = 15

/**
 * Clients send multiples of `minInvoiceAmount` that they calculate with doubles: 4.53 times 20 is
 * 90.60000000000001. Digits after the fifteenth significant digit are rounding noise (gap 260).
 */
function withoutRoundingNoise(amount: string): string {
  return Number(amount).toPrecision(SIGNIFICANT_DIGITS)
}

export function routeOfQuote(quote: QuoteRow, query: QuoteQuery): RouteContext {
  return routeBetween(quote.sourceCurrency, quote.targetCurrency, query)
}

function routeBetween(
  source: string,
  target: string,
  { addressRequired = false }: QuoteQuery,
): RouteContext {
  return { source, target, addressRequired }
}

type FormRequest = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  baseUrl(): string
}

/** The account as far as it is filled in; its values may add fields to the form. */
type PartialAccount = Partial<Omit<AccountDraft, 'currency'>>

/**
 * The forms of a route in the order in which clients show them; an empty list for a currency that cannot be
 * paid out. Validator URLs become absolute, because clients call them from another host.
 */
export function formsFor(
  route: RouteContext,
  { headers, baseUrl }: FormRequest,
  account?: PartialAccount,
): readonly AccountForm[] {
  const draft = account && { details: {}, ...account, currency: route.target }
  const forms = accountForms(route, draft, minorVersionOf(headers['accept-minor-version']))
  return forms.map((form) => ({
    ...form,
    fields: form.fields.map((field) => ({
      ...field,
      group: field.group.map((input) => withAbsoluteUrl(input, baseUrl())),
    })),
  }))
}

/** The header Accept-Minor-Version selects version 1.1 (A 9). A number above the latest means the latest version (D104). */
function minorVersionOf(header: string | string[] | undefined): MinorVersion {
  return /^\d+$/.test(String(header)) && Number(header) >= 1 ? 1 : 0
}

function withAbsoluteUrl(input: FormInput, baseUrl: string): FormInput {
  const { validationAsync } = input
  if (validationAsync === null) return input
  return { ...input, validationAsync: { ...validationAsync, url: baseUrl + validationAsync.url } }
}
