// From a request to the forms of its route.

import {
  type AccountDraft,
  type AccountForm,
  accountForms,
  type FormGroup,
  isCurrency,
  type MinorVersion,
  type RouteContext,
} from '../corridors/index.ts'
import { parseMoney } from '../kernel/money.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import { AmountImprecise, CurrencyUnknown, NotPositive, type QuoteRow } from '../quotes/index.ts'
import type { QuoteQuery, RouteQuery } from './schemas.ts'

/** Refuses a currency that is not known and an amount that cannot be; any known pair will do. */
export function routeOf(query: RouteQuery): RouteContext {
  const { source, target, sourceAmount } = query
  const unknown = Object.entries({ source, target }).filter(([, code]) => !isCurrency(code))
  refuseAll(
    unknown.map(([path, code]): Fault => ({ kind: CurrencyUnknown, path, arguments: [code] })),
  )
  const about = { path: 'sourceAmount', arguments: [sourceAmount] }
  const amount = parseMoney(asComputed(sourceAmount), source)
  if (amount === undefined) return refuse(AmountImprecise, about)
  if (amount.minor <= 0n) return refuse(NotPositive, about)
  return routeWith({ source, target, sourceAmountMinor: amount.minor }, query)
}

const SIGNIFICANT_DIGITS = 15

/**
 * Clients ask with a multiple of `minInvoiceAmount`, computed in doubles: 4.53 times 20 is
 * 90.60000000000001. What lies beyond the digits that an amount can have is noise (gap 260).
 */
function asComputed(amount: string): string {
  return Number(amount).toPrecision(SIGNIFICANT_DIGITS)
}

export function routeWith(
  route: RouteContext,
  { originatorLegalEntityType, addressRequired }: QuoteQuery,
): RouteContext {
  return {
    ...route,
    ...(originatorLegalEntityType && { originatorLegalType: originatorLegalEntityType }),
    ...(addressRequired !== undefined && { addressRequired }),
  }
}

/** A quote's amount is that of its usual way of paying in. */
export function routeOfQuote(quote: QuoteRow, query: QuoteQuery): RouteContext {
  const { sourceCurrency: source, targetCurrency: target, options } = quote
  const [usual] = options
  return routeWith(
    { source, target, ...(usual && { sourceAmountMinor: usual.sourceMinor }) },
    query,
  )
}

type Asked = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  baseUrl(): string
}

/** The account as far as it is filled in, which may change what else is asked for. */
export type Filled = Partial<Omit<AccountDraft, 'currency'>>

/**
 * The forms of a route in the order in which clients show them; none for a currency that cannot be
 * paid out. Addresses of validators are made absolute.
 */
export function formsFor(
  route: RouteContext,
  { headers, baseUrl }: Asked,
  filled?: Filled,
): readonly AccountForm[] {
  const draft = filled && { details: {}, ...filled, currency: route.target }
  const forms = accountForms(route, draft, minorVersionOf(headers['accept-minor-version']))
  return forms.map((form) => ({
    ...form,
    fields: form.fields.map((field) => ({
      ...field,
      group: field.group.map((group) => withHost(group, baseUrl())),
    })),
  }))
}

/** Version 1.1 is asked for by a header (Spec A 9); a later one than there is means the latest (D104). */
function minorVersionOf(header: string | string[] | undefined): MinorVersion {
  return /^\d+$/.test(String(header)) && Number(header) >= 1 ? 1 : 0
}

function withHost(group: FormGroup, baseUrl: string): FormGroup {
  const { validationAsync } = group
  if (validationAsync === null) return group
  return { ...group, validationAsync: { ...validationAsync, url: baseUrl + validationAsync.url } }
}
