// Every journal except those of cards (`card-journals.ts`). Each function is pure. A posting takes an amount from one account
// and gives it to another of the same currency, so a journal balances by construction. An exchange is two postings: the account
// `desk` gets the sold amount in one currency, and gives the bought amount in the other. The fee is a separate posting.

import type { Id } from '../kernel/ids.ts'
import type { Money } from '../kernel/money.ts'
import { type Account, available, inFlight } from './accounts.ts'

export type Posting = { readonly from: Account; readonly to: Account; readonly amount: Money }

export type Journal = {
  readonly name: JournalName
  /** The object that moved the money, such as `transfer:12` or `movement:7`. */
  readonly reference: string
  readonly postings: readonly Posting[]
}

/** The purpose of every journal, for docs/printed/journals.md and for each posting that a sandbox shows. */
export const journals = {
  'top-up': 'Money from outside arrives on a balance.',
  'transfer-funded': 'A transfer is paid from a balance: the whole amount becomes money in flight.',
  'transfer-paid-in':
    'A transfer is paid from outside, by bank or by card: the whole amount arrives and is in flight.',
  'transfer-converted':
    'The fee is taken, the rest is sold for the currency of the recipient, and the bought amount is in flight.',
  'transfer-rate-difference':
    'Money that was held past its rate lock is worth more or less than was agreed: the desk gives or keeps the difference.',
  'transfer-sent': 'The money leaves for the recipient.',
  'transfer-delivered': 'The money arrives on a balance of the customer who sends it.',
  'transfer-bounced': 'The money comes back from the recipient and is in flight again.',
  'transfer-refunded':
    'The conversion and the fee are undone; the whole amount, changed by a rate difference if there is one, goes back where it came from.',
  'transfer-cancelled': 'The whole amount, still in flight, goes back where it came from.',
  'transfer-charged-back':
    'A direct debit is charged back: the conversion, if there was one, is undone, and the whole amount leaves the way it came.',
  'debt-incurred':
    'A direct debit is charged back after its money was used: the profile owes the whole amount.',
  'debt-settled':
    'A credit to a balance first settles the debt of the profile, from a direct debit or from a card payment.',
  conversion:
    'A balance pays the fee and sells the rest of the amount; another balance gets the bought amount.',
  'balance-move': 'Money moves between two balances of one currency.',
  'deposit-received': 'A payment to the account details of a balance arrives.',
  'deposit-returned': 'A received payment goes back to its sender.',
  'account-details-fee': 'A balance pays the fee for account details.',
  'card-authorised': 'A card payment is authorised: its cost is held.',
  'card-released': 'A hold, or a part of it, goes back to the balance.',
  'card-captured':
    'A card payment is captured: the fee is taken, the exchange buys the amount of the payment, and this amount goes to the card network. The rest of the hold goes back. An amount that the hold lacks comes from the balance, and the profile owes the amount that the balance lacks too.',
  'card-rate-difference':
    'A capture or a refund past the time of its rate costs or returns a different amount than at that rate: the desk gives or keeps the difference.',
  'card-refunded':
    'A card payment is refunded: its amount comes back and the exchange and its fee are undone.',
} as const satisfies Record<string, string>
export type JournalName = keyof typeof journals

/** The amounts that a transfer, a conversion or a card payment costs and delivers. */
export type Terms = {
  /** The amount that the sender pays, the fee included. */
  readonly source: Money
  /** The whole fee, the partner's share included. */
  readonly fee: Money
  readonly partner?: { readonly applicationId: Id<'application'>; readonly fee: Money } | undefined
  /** The amount that arrives. */
  readonly target: Money
}

/** Where a refund of a transfer goes: to a balance, or by pay-out to a bank account. */
export type RefundDestination =
  | { readonly kind: 'balance'; readonly balanceId: Id<'balance'> }
  | { readonly kind: 'bank' }

export function topUp(balanceId: Id<'balance'>, movementId: number, amount: Money): Journal {
  return journal('top-up', `movement:${movementId}`, [
    { from: 'pay-in', to: available(balanceId), amount },
  ])
}

export function transferFunded(
  transferId: Id<'transfer'>,
  balanceId: Id<'balance'>,
  source: Money,
): Journal {
  return journal('transfer-funded', `transfer:${transferId}`, [
    { from: available(balanceId), to: inFlight(transferId), amount: source },
  ])
}

export function transferPaidIn(transferId: Id<'transfer'>, source: Money): Journal {
  return journal('transfer-paid-in', `transfer:${transferId}`, [
    { from: 'pay-in', to: inFlight(transferId), amount: source },
  ])
}

export function transferConverted(transferId: Id<'transfer'>, terms: Terms): Journal {
  return journal(
    'transfer-converted',
    `transfer:${transferId}`,
    conversionPostings(transferId, terms),
  )
}

/**
 * Adds the rate difference of a repriced transfer to its money in flight, or takes a negative difference from there.
 * Without a difference the journal has no postings.
 */
export function transferRateDifference(
  transferId: Id<'transfer'>,
  { minor, currency }: Money,
): Journal {
  const inTransfer = inFlight(transferId)
  return journal('transfer-rate-difference', `transfer:${transferId}`, [
    minor < 0n
      ? { from: inTransfer, to: 'desk', amount: { minor: -minor, currency } }
      : { from: 'desk', to: inTransfer, amount: { minor, currency } },
  ])
}

export function transferSent(transferId: Id<'transfer'>, target: Money): Journal {
  return journal('transfer-sent', `transfer:${transferId}`, [
    { from: inFlight(transferId), to: 'pay-out', amount: target },
  ])
}

export function transferDelivered(
  transferId: Id<'transfer'>,
  balanceId: Id<'balance'>,
  target: Money,
): Journal {
  return journal('transfer-delivered', `transfer:${transferId}`, [
    { from: inFlight(transferId), to: available(balanceId), amount: target },
  ])
}

export function transferBounced(transferId: Id<'transfer'>, target: Money): Journal {
  return journal('transfer-bounced', `transfer:${transferId}`, [
    { from: 'pay-out', to: inFlight(transferId), amount: target },
  ])
}

/**
 * Undoes the conversion at the rate of the transfer, so that the whole source amount is in flight again (D22), and moves
 * `refundMinor` to the destination. When `refundMinor` is less or more than the source amount, `transferRateDifference`
 * must be posted together with this journal: `transferRateDifference` moves the difference to or from the desk.
 */
export function transferRefunded(
  transferId: Id<'transfer'>,
  terms: Terms,
  destination: RefundDestination,
  refundMinor: bigint = terms.source.minor,
): Journal {
  return journal('transfer-refunded', `transfer:${transferId}`, [
    ...reverse(conversionPostings(transferId, terms)),
    {
      from: inFlight(transferId),
      to: refundAccount(destination),
      amount: { ...terms.source, minor: refundMinor },
    },
  ])
}

export function transferCancelled(
  transferId: Id<'transfer'>,
  source: Money,
  destination: RefundDestination,
): Journal {
  return journal('transfer-cancelled', `transfer:${transferId}`, [
    { from: inFlight(transferId), to: refundAccount(destination), amount: source },
  ])
}

export function transferChargedBack(
  transferId: Id<'transfer'>,
  terms: Terms,
  { isConverted }: { readonly isConverted: boolean },
): Journal {
  return journal('transfer-charged-back', `transfer:${transferId}`, [
    ...(isConverted ? reverse(conversionPostings(transferId, terms)) : []),
    { from: inFlight(transferId), to: 'pay-in', amount: terms.source },
  ])
}

export function debtIncurred(transferId: Id<'transfer'>, source: Money): Journal {
  return journal('debt-incurred', `transfer:${transferId}`, [
    { from: 'owed', to: 'pay-in', amount: source },
  ])
}

/**
 * Posted by the database function `settle_debt`, in the statement that credits the balance and under the same
 * reference, so that no use case can omit this journal. No use case calls this function: `docs/printed/journals.md` shows
 * the journal, and a test compares the posting of `settle_debt` with the journal.
 */
export function debtSettled(balanceId: Id<'balance'>, reference: string, amount: Money): Journal {
  return journal('debt-settled', reference, [{ from: available(balanceId), to: 'owed', amount }])
}

export function conversion(
  movementId: number,
  from: Id<'balance'>,
  to: Id<'balance'>,
  terms: Terms,
): Journal {
  return journal('conversion', `movement:${movementId}`, [
    ...sale(available(from), terms),
    { from: 'desk', to: available(to), amount: terms.target },
  ])
}

export function balanceMove(
  movementId: number,
  from: Id<'balance'>,
  to: Id<'balance'>,
  amount: Money,
): Journal {
  return journal('balance-move', `movement:${movementId}`, [
    { from: available(from), to: available(to), amount },
  ])
}

export function depositReceived(
  balanceId: Id<'balance'>,
  paymentId: number,
  amount: Money,
): Journal {
  return journal('deposit-received', `deposit:${paymentId}`, [
    { from: 'pay-in', to: available(balanceId), amount },
  ])
}

export function depositReturned(
  balanceId: Id<'balance'>,
  paymentId: number,
  amount: Money,
): Journal {
  return journal('deposit-returned', `deposit:${paymentId}`, [
    { from: available(balanceId), to: 'pay-in', amount },
  ])
}

export function accountDetailsFee(
  balanceId: Id<'balance'>,
  orderId: string,
  amount: Money,
): Journal {
  return journal('account-details-fee', `account-details-order:${orderId}`, [
    { from: available(balanceId), to: 'fees', amount },
  ])
}

function conversionPostings(transferId: Id<'transfer'>, terms: Terms): Posting[] {
  return [
    ...sale(inFlight(transferId), terms),
    { from: 'desk', to: inFlight(transferId), amount: terms.target },
  ]
}

/** The postings that undo `postings`. */
export function reverse(postings: readonly Posting[]): Posting[] {
  return postings.map(({ from, to, amount }) => ({ from: to, to: from, amount }))
}

/** The seller pays the fee, of which the partner gets its share, and sells the rest of the amount to the desk. */
export function sale(seller: Account, { source, fee, partner }: Terms): Posting[] {
  const partnerMinor = partner?.fee.minor ?? 0n
  const { currency } = source
  return [
    { from: seller, to: 'fees', amount: { minor: fee.minor - partnerMinor, currency } },
    ...(partner
      ? [{ from: seller, to: `partner:${partner.applicationId}` as const, amount: partner.fee }]
      : []),
    { from: seller, to: 'desk', amount: { minor: source.minor - fee.minor, currency } },
  ]
}

function refundAccount(destination: RefundDestination): Account {
  return destination.kind === 'balance' ? available(destination.balanceId) : 'pay-out'
}

/** Makes a journal. Postings of zero are left out: a free transfer has no fee posting. */
export function journal(
  name: JournalName,
  reference: string,
  postings: readonly Posting[],
): Journal {
  return { name, reference, postings: postings.filter(({ amount }) => amount.minor !== 0n) }
}
