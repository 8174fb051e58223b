// The routes between currencies, with their pay-in and pay-out methods.

import type { Currency } from '../../kernel/money.ts'
import type { CurrencyEntry } from './catalogue/entry.ts'
import { catalogue, entryOf } from './catalogue/index.ts'

/** Pay-in methods, in the order in which a quote lists them after the chosen method. */
export const payIns = [
  'BALANCE',
  'DIRECT_DEBIT',
  'BANK_TRANSFER',
  'DEBIT',
  'CREDIT',
  'CARD',
] as const
export type PayIn = (typeof payIns)[number]

/** Pay-out methods. */
export const payOuts = ['BANK_TRANSFER', 'BALANCE', 'SWIFT', 'SWIFT_OUR', 'CA_NETWORK'] as const
export type PayOut = (typeof payOuts)[number]

const CA_NETWORK_CURRENCY: Currency = 'CAD'

/** Currencies that money can be sent from. */
export const sourceCurrencies: readonly Currency[] = codesOf(({ send }) => send !== undefined)

/** Currencies that money can be sent to. */
export const targetCurrencies: readonly Currency[] = codesOf(({ receive }) => receive !== undefined)

/** Currencies of balances (D36): those whose recipients have a bank form. */
export const balanceCurrencies: readonly Currency[] = codesOf(
  ({ receive }) => receive?.form === 'bank',
)

const withBalances = new Set(balanceCurrencies)
const payInsOf = new Map(sourceCurrencies.map((code) => [code, findPayIns(code)]))
const payOutsOf = new Map(targetCurrencies.map((code) => [code, findPayOuts(code)]))

/** A source and a target currency between which money can be sent. */
export type Route = {
  readonly source: Currency
  readonly target: Currency
  readonly payIns: readonly PayIn[]
  readonly payOuts: readonly PayOut[]
}

/** Undefined when the route is not supported (D16), for example because a currency is unknown. */
export function findRoute(source: Currency, target: Currency): Route | undefined {
  const payIns = payInsOf.get(source)
  const payOuts = payOutsOf.get(target)
  if (payIns === undefined || payOuts === undefined) return undefined
  return { source, target, payIns, payOuts }
}

/** The pay-in methods of a source currency; empty when nothing can be sent from it. */
export function payInOptions(source: Currency): readonly PayIn[] {
  return payInsOf.get(source) ?? []
}

function findPayIns(source: Currency): readonly PayIn[] {
  const { send } = entryOf(source)
  const isOffered: Readonly<Record<PayIn, boolean>> = {
    BALANCE: withBalances.has(source),
    DIRECT_DEBIT: send?.directDebit ?? false,
    BANK_TRANSFER: true,
    DEBIT: send?.cards ?? false,
    CREDIT: send?.cards ?? false,
    CARD: send?.cards ?? false,
  }
  return payIns.filter((payIn) => isOffered[payIn])
}

function findPayOuts(target: Currency): readonly PayOut[] {
  const isOffered: Readonly<Record<PayOut, boolean>> = {
    BANK_TRANSFER: true,
    BALANCE: withBalances.has(target),
    SWIFT: true,
    SWIFT_OUR: true,
    CA_NETWORK: target === CA_NETWORK_CURRENCY,
  }
  return payOuts.filter((payOut) => isOffered[payOut])
}

function codesOf(matches: (entry: CurrencyEntry) => boolean): readonly Currency[] {
  return [...catalogue].filter(([, entry]) => matches(entry)).map(([code]) => code)
}
