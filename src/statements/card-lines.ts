// Describes an entry that a card transaction made on a balance (D85): its authorisation, returned or refunded money, a
// further charge of the capture, or a capture after the hold has lapsed. The transaction changes after an entry was made, but
// the line of the entry must not change. So a line is derived only from the entry, from the authorisation and, if the capture
// made the entry, from the capture.

import type { EntryRow } from '../balances/index.ts'
import {
  categoryName,
  holdFeeMinor,
  type Merchant,
  type TransactionRow,
} from '../card-transactions/index.ts'
import { type Decimal, decimal, divide } from '../kernel/decimal.ts'
import {
  type Currency,
  largerMinor,
  type Money,
  money,
  smallerMinor,
  textWithCurrency,
} from '../kernel/money.ts'
import { toMillisecond } from '../kernel/wire.ts'

/** The merchant or cash machine of a card line. */
export type LineMerchant = Pick<Merchant, 'name' | 'city' | 'country'> & {
  /** The merchant category in words. */
  readonly category: string
}

type CardDetails = {
  readonly type: 'CARD'
  readonly description: string
  readonly referenceNumber: string
  readonly fee: Money
  readonly merchant: LineMerchant
  readonly exchange:
    | { readonly forAmount: Money; readonly rate: Decimal; readonly unit: Currency }
    | undefined
}

/** The fields of a card transaction that its lines are derived from. */
export type CardPayment = Pick<
  TransactionRow,
  | 'id'
  | 'type'
  | 'currency'
  | 'amountMinor'
  | 'openMinor'
  | 'capturedMinor'
  | 'capturedFeeMinor'
  | 'debit'
  | 'movements'
  | 'merchant'
  | 'lapsedAt'
>

type Entry = Pick<EntryRow, 'deltaMinor' | 'occurredAt'>
type Movements = Pick<CardPayment, 'movements'>

/**
 * Whether the transaction itself moved the money. Otherwise the entry settles a debt with money that was returned.
 */
export function isMovementOf({ movements }: Movements, entry: Entry): boolean {
  return movements.some((movement) => isEntryOf(movement, entry))
}

/** The authorisation is the first movement of a payment. */
export function isAuthorisation({ movements: [first] }: Movements, entry: Entry): boolean {
  return first !== undefined && isEntryOf(first, entry)
}

/** A movement and its entry share no id. They were written together, so their time, direction and amount are equal. */
function isEntryOf(
  [at, type, minor]: CardPayment['movements'][number],
  { deltaMinor, occurredAt }: Entry,
): boolean {
  const isDebit = deltaMinor < 0n
  return (
    at === toMillisecond(occurredAt) &&
    type === (isDebit ? 'debit' : 'credit') &&
    minor === String(isDebit ? -deltaMinor : deltaMinor)
  )
}

export function cardDetails(
  transaction: CardPayment,
  entry: Entry,
  currency: Currency,
): CardDetails {
  const { merchant, id, debit } = transaction
  const change = changeOf(transaction, entry)
  const isExchange = transaction.currency !== currency && change.forMinor > 0n
  const paidMinor = largerMinor(-entry.deltaMinor, 0n)
  return {
    type: 'CARD',
    description: change.description,
    referenceNumber: `CARD-${id}`,
    // Money that is owed for a capture is not in the entry, so the fee may exceed the amount of the entry.
    fee: money(smallerMinor(change.feeMinor, paidMinor), currency),
    merchant: {
      name: merchant.name,
      city: merchant.city,
      country: merchant.country,
      category: categoryName(merchant.category),
    },
    exchange: isExchange
      ? {
          forAmount: money(change.forMinor, transaction.currency),
          rate: decimal(debit?.rate ?? '1'),
          unit: currency,
        }
      : undefined,
  }
}

type Change = {
  readonly description: string
  /** In the currency of the transaction. */
  readonly forMinor: bigint
  /** In the currency of the balance. */
  readonly feeMinor: bigint
}

function changeOf(transaction: CardPayment, entry: Entry): Change {
  const { type, merchant, amountMinor, debit } = transaction
  const amountText = (minor: bigint) => textWithCurrency(money(minor, transaction.currency))
  if (type === 'REFUND')
    return {
      description: `Card refund of ${amountText(amountMinor)} from ${merchant.name}`,
      forMinor: amountMinor,
      feeMinor: 0n,
    }
  const kind = type === 'CASH_WITHDRAWAL' ? 'Cash withdrawal' : 'Card payment'
  if (entry.deltaMinor > 0n)
    return {
      description: `Returned: ${kind.toLowerCase()} at ${merchant.name}`,
      forMinor: portionOf(transaction, entry.deltaMinor),
      feeMinor: 0n,
    }
  const paymentOf = (forMinor: bigint, feeMinor: bigint) => ({
    description: `${kind} of ${amountText(forMinor)} at ${merchant.name}`,
    forMinor,
    feeMinor,
  })
  if (isAuthorisation(transaction, entry)) return paymentOf(amountMinor, debit?.feeMinor ?? 0n)
  const { lapsedAt, capturedMinor, openMinor, capturedFeeMinor } = transaction
  if (lapsedAt !== null) return paymentOf(capturedMinor, capturedFeeMinor)
  return {
    description: `Further charge: ${kind.toLowerCase()} at ${merchant.name}`,
    forMinor: largerMinor(capturedMinor - openMinor, 0n),
    feeMinor: largerMinor(capturedFeeMinor - feeOfHold(transaction), 0n),
  }
}

/** The share of the amount that corresponds to the returned share of the debit. */
function portionOf({ amountMinor, debit }: CardPayment, returnedMinor: bigint): bigint {
  if (debit === null || debit.debitMinor === 0n) return 0n
  return divide(amountMinor * returnedMinor, debit.debitMinor, 'half_up')
}

/** The share of the fee that was held when the payment was captured. */
function feeOfHold({ currency, amountMinor, openMinor, debit }: CardPayment): bigint {
  return debit === null ? 0n : holdFeeMinor({ currency, amountMinor, debit }, openMinor)
}
