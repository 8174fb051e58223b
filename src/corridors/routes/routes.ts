// Which currency can be sent to which, and by what ways in and out.

import { type Currency, scaleOf } from '../../kernel/money.ts'
import type { CurrencyEntry } from './catalogue/entry.ts'
import { catalogue, entryOf } from './catalogue/index.ts'

/** How the money comes in, in the order in which a quote offers the ways. */
export const payIns = [
  'BALANCE',
  'DIRECT_DEBIT',
  'BANK_TRANSFER',
  'DEBIT',
  'CREDIT',
  'CARD',
] as const
export type PayIn = (typeof payIns)[number]

/** How the money goes out. */
export const payOuts = ['BANK_TRANSFER', 'BALANCE', 'SWIFT', 'SWIFT_OUR', 'CA_NETWORK'] as const
export type PayOut = (typeof payOuts)[number]

const CA_NETWORK_CURRENCY: Currency = 'CAD'

/** What money can be sent from. */
export const sourceCurrencies: readonly Currency[] = codesOf(({ send }) => send !== undefined)

/** What money can be sent to. */
export const targetCurrencies: readonly Currency[] = codesOf(({ receive }) => receive !== undefined)

/** What a balance can be held in (D36): the currencies whose recipients have a bank form. */
export const balanceCurrencies: readonly Currency[] = codesOf(
  ({ receive }) => receive?.form === 'bank',
)

const holdable = new Set(balanceCurrencies)
const payInsOf = new Map(sourceCurrencies.map((code) => [code, findPayIns(code)]))
const payOutsOf = new Map(targetCurrencies.map((code) => [code, findPayOuts(code)]))

/** One source and one target that money can go between. */
export type Route = {
  readonly source: Currency
  readonly target: Currency
  readonly sourceScale: number
  readonly targetScale: number
  readonly sameCurrency: boolean
  readonly payIns: readonly PayIn[]
  readonly payOuts: readonly PayOut[]
}

/** Undefined when the route is not supported (D16), be it that a currency is unknown. */
export function findRoute(source: Currency, target: Currency): Route | undefined {
  const payIns = payInsOf.get(source)
  const payOuts = payOutsOf.get(target)
  if (payIns === undefined || payOuts === undefined) return undefined
  return {
    source,
    target,
    sourceScale: scaleOf(source),
    targetScale: scaleOf(target),
    sameCurrency: source === target,
    payIns,
    payOuts,
  }
}

/** The ways in that a source currency has; none when nothing can be sent from it. */
export function payInOptions(source: Currency): readonly PayIn[] {
  return payInsOf.get(source) ?? []
}

function findPayIns(source: Currency): readonly PayIn[] {
  const { send } = entryOf(source)
  const has: Readonly<Record<PayIn, boolean>> = {
    BALANCE: holdable.has(source),
    DIRECT_DEBIT: send?.directDebit ?? false,
    BANK_TRANSFER: true,
    DEBIT: send?.cards ?? false,
    CREDIT: send?.cards ?? false,
    CARD: send?.cards ?? false,
  }
  return payIns.filter((payIn) => has[payIn])
}

function findPayOuts(target: Currency): readonly PayOut[] {
  const has: Readonly<Record<PayOut, boolean>> = {
    BANK_TRANSFER: true,
    BALANCE: holdable.has(target),
    SWIFT: true,
    SWIFT_OUR: true,
    CA_NETWORK: target === CA_NETWORK_CURRENCY,
  }
  return payOuts.filter((payOut) => has[payOut])
}

function codesOf(wanted: (entry: CurrencyEntry) => boolean): readonly Currency[] {
  return [...catalogue].filter(([, entry]) => wanted(entry)).map(([code]) => code)
}
