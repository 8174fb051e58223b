// Reads an order from a request: two currencies, one amount, and the route between them.

import {
  findRoute,
  isCurrency,
  type PayIn,
  type PayOut,
  type Route,
} from '../../corridors/index.ts'
import { decimal } from '../../kernel/decimal.ts'
import { type Currency, parseMoney } from '../../kernel/money.ts'
import type { Fault } from '../../kernel/refusal.ts'
import {
  AmountImprecise,
  CurrencyRetired,
  CurrencyUnknown,
  NotPositive,
  OnlyOneAmount,
  PayInNotSupported,
  PayOutNotSupported,
  RouteNotSupported,
} from '../errors.ts'

/** The order as it stands in a request body: amounts are decimal text. */
export type OrderInput = {
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly sourceAmount?: string | undefined
  readonly targetAmount?: string | undefined
}

export type Order = {
  readonly source: Currency
  readonly target: Currency
  readonly provided: 'SOURCE' | 'TARGET'
  readonly providedMinor: bigint
}

// Codes that ISO 4217 has withdrawn. They have a separate error, because a client that still sends one
// needs to learn that the currency was replaced.
const retiredCodes = new Set(
  `ADP AFA ALK AOK AON AOR ARA ARP ATS AYM AZM BAD BEF BGL BRB BRC BRE BRN BRR BYB BYR CSD CSK CYP
   DDM DEM ECS EEK ESP FIM FRF GHC GNE GRD GWP HRD HRK IEP ITL LTL LUF LVL MDC MGF MKN MLF MRO MTL
   MXP MZM NIC NLG PEI PES PLZ PTE ROL RUR SDD SIT SKK SRG STD SUR TJR TMM TPE TRL UGS UYN VEB VEF
   XEU YUD YUM YUN ZAL ZMK ZRN ZRZ ZWD ZWL ZWN ZWR`.split(/\s+/),
)

/** The order, or all faults of the input. */
export function readOrder(input: OrderInput): Order | { readonly faults: readonly Fault[] } {
  const { sourceCurrency: source, targetCurrency: target, sourceAmount, targetAmount } = input
  const provided = targetAmount === undefined ? 'SOURCE' : 'TARGET'
  const amount = readAmount(input, provided)
  const hasOneAmount = (sourceAmount === undefined) !== (targetAmount === undefined)
  const faults = [
    ...currencyFaults(source, 'sourceCurrency'),
    ...currencyFaults(target, 'targetCurrency'),
    ...(hasOneAmount ? [] : [{ kind: OnlyOneAmount }]),
    ...(typeof amount === 'bigint' ? [] : amount),
  ]
  if (faults.length > 0 || typeof amount !== 'bigint') return { faults }
  return { source, target, provided, providedMinor: amount }
}

function currencyFaults(code: string, path: string): Fault[] {
  if (retiredCodes.has(code)) return [{ kind: CurrencyRetired, path, arguments: [code] }]
  return isCurrency(code) ? [] : [{ kind: CurrencyUnknown, path, arguments: [code] }]
}

/** Minor units, or faults. A missing amount and an unknown currency are reported by `readOrder`, not here. */
function readAmount(input: OrderInput, provided: Order['provided']): bigint | Fault[] {
  const path = amountPath(provided)
  const text = input[path]
  const currency = provided === 'SOURCE' ? input.sourceCurrency : input.targetCurrency
  if (text === undefined) return []
  if (decimal(text).digits <= 0n) return [{ kind: NotPositive, path, arguments: [text] }]
  if (!isCurrency(currency)) return []
  const amount = parseMoney(text, currency)
  return amount?.minor ?? [{ kind: AmountImprecise, path, arguments: [text] }]
}

/** The request field that contains the amount. */
export function amountPath(provided: Order['provided']): 'sourceAmount' | 'targetAmount' {
  return provided === 'SOURCE' ? 'sourceAmount' : 'targetAmount'
}

/** The route of the order, or the faults of a pair or method that is not supported. */
export function routeOf(
  { source, target }: Pick<Order, 'source' | 'target'>,
  payOut: PayOut,
  preferredPayIn: PayIn | null,
): Route | { readonly faults: readonly Fault[] } {
  const route = findRoute(source, target)
  if (route === undefined)
    return { faults: [{ kind: RouteNotSupported, arguments: [`${source}-${target}`] }] }
  const faults: Fault[] = []
  if (!route.payOuts.includes(payOut))
    faults.push({ kind: PayOutNotSupported, arguments: [payOut, target] })
  if (preferredPayIn !== null && !route.payIns.includes(preferredPayIn))
    faults.push({ kind: PayInNotSupported, arguments: [preferredPayIn, source] })
  return faults.length > 0 ? { faults } : route
}
