// What a recipient does to a quote (Spec A 2.4, rule 6), and which recipients a quote can be paid to.

import { checkRoute, type PayOut, payOutOf, type RouteContext } from '../../corridors/index.ts'
import type { Fault } from '../../kernel/refusal.ts'
import { draftOf, type RecipientRow } from '../../recipients/index.ts'
import { InvalidRecipient } from '../errors.ts'
import { chosenOption, type QuoteRow } from '../model.ts'

type Account = Pick<RecipientRow, 'currency' | 'type' | 'accountHolderName' | 'details'>

/**
 * The pay-out methods that suit an account which is usually paid by the first of each list. BALANCE suits
 * no bank account: its price is for money that stays in the service (D92).
 */
const suiting: Readonly<Record<ReturnType<typeof payOutOf>, readonly PayOut[]>> = {
  BANK_TRANSFER: ['BANK_TRANSFER'],
  SWIFT: ['SWIFT', 'SWIFT_OUR'],
  CA_NETWORK: ['CA_NETWORK'],
}

/** What gives way to the account's own way out: clients send these without a particular wish. */
const yielding: readonly PayOut[] = ['BANK_TRANSFER', 'BALANCE']

/**
 * The way out to this account: `asked` for in this request, else `current`, as far as it suits.
 * Undefined when the account cannot be paid as asked.
 */
export function payOutTo(
  account: Account,
  asked: PayOut | undefined,
  current: PayOut,
): PayOut | undefined {
  const own = payOutOf(draftOf(account))
  const wanted = asked ?? current
  if (suiting[own].includes(wanted)) return wanted
  return asked === undefined || yielding.includes(asked) ? own : undefined
}

/** What speaks against adding the recipient to a quote, whatever its way out. */
export function strangerFaults(
  targetCurrency: string,
  recipient: RecipientRow | undefined,
): Fault[] {
  if (recipient === undefined || !recipient.active)
    return invalid('There is no active recipient with this id in this profile.')
  if (recipient.currency !== targetCurrency)
    return invalid(`The recipient is paid in ${recipient.currency}, not in ${targetCurrency}.`)
  return []
}

/** What the route still asks of a sound account (D17); each fault under the key of the form. */
export function routeFaults(account: Account, route: RouteContext): Fault[] {
  return checkRoute(draftOf(account), route).map(({ path, message }) => ({
    kind: InvalidRecipient,
    path,
    message,
  }))
}

type Priced = Pick<
  QuoteRow,
  'sourceCurrency' | 'targetCurrency' | 'payOut' | 'options' | 'preferredPayIn'
>

/**
 * Everything that speaks against paying this recipient at the quote's price (D20): none when it is an
 * active one of the target currency that would not change the way out, and with it the price.
 */
export function recipientFaults(
  quote: Priced,
  recipient: RecipientRow | undefined,
  more: Omit<Partial<RouteContext>, 'source' | 'target'> = {},
): Fault[] {
  const faults = strangerFaults(quote.targetCurrency, recipient)
  if (recipient === undefined || faults.length > 0) return faults
  if (payOutTo(recipient, undefined, quote.payOut) !== quote.payOut)
    return invalid('This recipient changes the price: add it to the quote first.')
  return routeFaults(recipient, {
    source: quote.sourceCurrency,
    target: quote.targetCurrency,
    sourceAmountMinor: chosenOption(quote).sourceMinor,
    ...more,
  })
}

/** The recipient cannot be paid as the request asks. */
export function unsuitable(asked: PayOut): Fault[] {
  return invalid(`The recipient cannot be paid by ${asked}.`)
}

function invalid(message: string): Fault[] {
  return [{ kind: InvalidRecipient, message }]
}
