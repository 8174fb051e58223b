// How a recipient changes a quote's pay-out method (A 2.4, rule 6), and which recipients a quote
// can be paid to.

import {
  balanceCurrencies,
  checkRoute,
  type PayOut,
  payOutOf,
  type RouteContext,
} from '../../corridors/index.ts'
import type { Fault } from '../../kernel/refusal.ts'
import { draftOf, type RecipientRow } from '../../recipients/index.ts'
import { InvalidRecipient } from '../errors.ts'
import type { QuoteRow } from '../model.ts'

type Account = Pick<RecipientRow, 'currency' | 'type' | 'accountHolderName' | 'details'>

/**
 * The pay-out methods that reach an account, by the account's default method. BALANCE reaches no bank account, only the
 * recipient that stands for the customer's balances (D50), because the price of BALANCE is for money that stays in the
 * service (D92).
 */
const payOutsReaching: Readonly<Record<ReturnType<typeof payOutOf>, readonly PayOut[]>> = {
  BANK_TRANSFER: ['BANK_TRANSFER'],
  SWIFT: ['SWIFT', 'SWIFT_OUR'],
  CA_NETWORK: ['CA_NETWORK'],
  BALANCE: ['BALANCE'],
}

/**
 * Requested methods that the account's default replaces. Clients send these as their own defaults, so refusing
 * them would reject most requests.
 */
const replaceable: readonly PayOut[] = ['BANK_TRANSFER', 'BALANCE']

/**
 * The pay-out method for this account: the requested method, else the current one, if that method reaches the account;
 * else the account's default. Undefined when the account cannot be paid as requested.
 */
export function choosePayOut(
  account: Account,
  requested: PayOut | undefined,
  current: PayOut,
): PayOut | undefined {
  const accountDefault = payOutOf(draftOf(account))
  const payOut = requested ?? current
  if (payOutsReaching[accountDefault].includes(payOut)) return payOut
  return requested === undefined || replaceable.includes(requested) ? accountDefault : undefined
}

const heldCurrencies: ReadonlySet<string> = new Set(balanceCurrencies)

/** Faults of a recipient that no quote in this currency can be paid to. */
export function eligibilityFaults(
  targetCurrency: string,
  recipient: RecipientRow | undefined,
): Fault[] {
  if (recipient === undefined || !recipient.active)
    return invalidRecipient(
      'This profile has no active recipient with this id. Send the id of an active one.',
    )
  if (recipient.currency === null)
    return heldCurrencies.has(targetCurrency)
      ? []
      : invalidRecipient(
          `Balances cannot be held in ${targetCurrency}. Send a recipient that is paid in ${targetCurrency}.`,
        )
  if (recipient.currency !== targetCurrency)
    return invalidRecipient(
      `This recipient is paid in ${recipient.currency}. Send a recipient that is paid in ${targetCurrency}.`,
    )
  return []
}

/** Returns the faults of the account for the route, beyond its form (D17). Each fault names the key of the form. */
export function routeFaults(account: Account, route: RouteContext): Fault[] {
  return checkRoute(draftOf(account), route).map(({ path, message }) => ({
    kind: InvalidRecipient,
    path,
    message,
  }))
}

type PricedQuote = Pick<QuoteRow, 'sourceCurrency' | 'targetCurrency' | 'payOut'>

/**
 * The faults of paying this recipient at the quote's price (D20). It is a fault when the recipient would change the
 * pay-out method, because the price depends on that method.
 */
export function recipientFaults(quote: PricedQuote, recipient: RecipientRow | undefined): Fault[] {
  const faults = eligibilityFaults(quote.targetCurrency, recipient)
  if (recipient === undefined || faults.length > 0) return faults
  if (choosePayOut(recipient, undefined, quote.payOut) !== quote.payOut)
    return invalidRecipient(
      'This recipient changes the price. Add it to the quote with a PATCH first.',
    )
  return routeFaults(recipient, {
    source: quote.sourceCurrency,
    target: quote.targetCurrency,
  })
}

/** The faults of a requested pay-out method that does not reach the recipient. */
export function payOutFaults(requested: PayOut): Fault[] {
  return invalidRecipient(`This recipient cannot be paid by ${requested}. Leave payOut out.`)
}

function invalidRecipient(message: string): Fault[] {
  return [{ kind: InvalidRecipient, message }]
}
