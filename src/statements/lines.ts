// Turns an entry of a balance into the lines of a statement that describe it.

import type { PaymentRow } from '../account-details/index.ts'
import type { BalanceRow, EntryRow, MovementRow } from '../balances/index.ts'
import { accountSummary, type PayIn } from '../corridors/index.ts'
import { type Decimal, decimal } from '../kernel/decimal.ts'
import { type Currency, type Money, money, textWithCurrency } from '../kernel/money.ts'
import { draftOf, type RecipientRow } from '../recipients/index.ts'
import { type TransferRow, targetOf } from '../transfers/index.ts'
import { type CardPayment, cardDetails, isMovementOf, type LineMerchant } from './card-lines.ts'
import type { StatementType } from './model.ts'

export const lineTypes = [
  'TRANSFER',
  'CONVERSION',
  'DEPOSIT',
  'CARD',
  'MONEY_ADDED',
  'INCOMING_CROSS_BALANCE',
  'OUTGOING_CROSS_BALANCE',
  'BALANCE_ADJUSTMENT',
  'ACCRUAL_CHARGE',
  'UNKNOWN',
] as const
export type LineType = (typeof lineTypes)[number]

export type Line = {
  readonly type: LineType
  /** The sequence number of the entry on its balance. With FLAT, two lines may have the same number. */
  readonly sequence: number
  readonly at: Temporal.Instant
  /** Negative for a debit. */
  readonly amount: Money
  readonly fee: Money
  readonly runningBalance: Money
  readonly description: string
  readonly referenceNumber: string
  readonly exchange?:
    | {
        readonly forAmount: Money
        readonly rate: Decimal
        /** `rate` is the price of one unit of this currency. Default: the source currency. */
        readonly unit?: Currency
      }
    | undefined
  /** Present on CARD lines. */
  readonly merchant?: LineMerchant | undefined
  readonly payee?: { readonly name: string; readonly account: string } | undefined
  readonly paymentReference?: string | undefined
  /** How the money of the transfer or deposit came in (D93). */
  readonly method?: PayIn | undefined
}

/** The objects that entries of a balance refer to, by reference, such as `transfer:12`. */
export type Sources = {
  readonly transfers: ReadonlyMap<string, TransferRow>
  /** The recipients of the transfers, by id. */
  readonly recipients: ReadonlyMap<number, RecipientRow>
  readonly movements: ReadonlyMap<string, MovementRow>
  /** Payments to account details. */
  readonly deposits: ReadonlyMap<string, PaymentRow>
  readonly cardTransactions: ReadonlyMap<string, CardPayment>
  /** The sums of the fees of the members of batch groups, by reference. */
  readonly batchFeesMinor: ReadonlyMap<string, bigint>
}

/** The fields of a line that do not come from the entry itself. */
type LineDetails = Omit<Line, 'sequence' | 'at' | 'amount' | 'runningBalance' | 'fee'> & {
  readonly fee?: Money
}

/** The lines of an entry, newest first. FLAT shows the fee as a separate line. */
export function linesOf(
  balance: BalanceRow,
  entry: EntryRow,
  sources: Sources,
  type: StatementType,
): Line[] {
  const { currency } = balance
  const details = detailsOf(balance, entry, sources)
  const fee = details.fee ?? money(0n, currency)
  const line: Line = {
    ...details,
    fee,
    sequence: entry.sequence,
    at: entry.occurredAt,
    amount: { minor: entry.deltaMinor, currency },
    runningBalance: { minor: entry.balanceMinor, currency },
  }
  if (type === 'COMPACT' || fee.minor === 0n || entry.deltaMinor > 0n) return [line]
  const zero = money(0n, currency)
  const feeLine: Line = {
    type: line.type,
    sequence: line.sequence,
    at: line.at,
    amount: { minor: -fee.minor, currency },
    fee: zero,
    runningBalance: line.runningBalance,
    description: `Fee for: ${line.description}`,
    referenceNumber: `FEE-${line.referenceNumber}`,
  }
  const lineWithoutFee: Line = {
    ...line,
    fee: zero,
    amount: { minor: entry.deltaMinor + fee.minor, currency },
    runningBalance: { minor: entry.balanceMinor + fee.minor, currency },
  }
  return [feeLine, lineWithoutFee]
}

function detailsOf(balance: BalanceRow, entry: EntryRow, sources: Sources): LineDetails {
  const { reference, isSettlement } = entry
  const [kind = '', id = ''] = reference.split(':')
  const referenceNumber = `${kind.toUpperCase()}-${id}`
  const card = sources.cardTransactions.get(reference)
  if (card && (!isSettlement || isMovementOf(card, entry)))
    return cardDetails(card, entry, balance.currency)
  if (isSettlement)
    return { type: 'BALANCE_ADJUSTMENT', description: 'Debt settled', referenceNumber }
  const transfer = sources.transfers.get(reference)
  if (transfer) {
    const recipient = sources.recipients.get(transfer.targetAccount)
    return transferDetails(transfer, recipient, entry, referenceNumber)
  }
  const movement = sources.movements.get(reference)
  if (movement) return movementDetails(balance, movement, id)
  const deposit = sources.deposits.get(reference)
  if (deposit) return depositDetails(deposit, entry, referenceNumber)
  if (kind === 'account-details-order')
    return {
      type: 'ACCRUAL_CHARGE',
      description: `Fee for ${balance.currency} account details`,
      referenceNumber: `ACCRUAL_CHARGE-${id}`,
    }
  const batchFeeMinor = sources.batchFeesMinor.get(reference)
  if (batchFeeMinor !== undefined)
    return {
      type: 'TRANSFER',
      description: 'Sent money to several people',
      referenceNumber,
      fee: money(batchFeeMinor, balance.currency),
    }
  return { type: 'UNKNOWN', description: reference, referenceNumber }
}

function transferDetails(
  transfer: TransferRow,
  recipient: RecipientRow | undefined,
  { deltaMinor }: EntryRow,
  referenceNumber: string,
): LineDetails {
  const name = recipient?.accountHolderName ?? ''
  const method = transfer.paymentMethod ?? undefined
  if (
    deltaMinor > 0n &&
    transfer.payOut === 'BALANCE' &&
    transfer.status === 'outgoing_payment_sent'
  )
    return { type: 'TRANSFER', description: 'Received from your transfer', referenceNumber }
  if (deltaMinor > 0n)
    return { type: 'TRANSFER', description: `Returned: money for ${name}`, referenceNumber, method }
  const { sourceCurrency, targetCurrency, feeMinor, rate } = transfer
  const isExchange = sourceCurrency !== targetCurrency
  return {
    type: 'TRANSFER',
    description: `Sent money to ${name}`,
    referenceNumber,
    fee: money(feeMinor, sourceCurrency),
    exchange: isExchange ? { forAmount: targetOf(transfer), rate } : undefined,
    payee: recipient && { name, account: accountSummary(draftOf(recipient)).short },
    paymentReference: transfer.details.reference,
    method,
  }
}

/** A payment to account details, or its return (D85). */
function depositDetails(
  { sender, reference }: PaymentRow,
  { deltaMinor }: EntryRow,
  referenceNumber: string,
): LineDetails {
  const name = sender.name ?? 'an unnamed sender'
  return {
    type: 'DEPOSIT',
    description: deltaMinor > 0n ? `Received money from ${name}` : `Returned money to ${name}`,
    referenceNumber,
    paymentReference: reference || undefined,
    method: 'BANK_TRANSFER',
  }
}

function movementDetails(balance: BalanceRow, movement: MovementRow, id: string): LineDetails {
  if (movement.type === 'DEPOSIT') {
    const isByCard = movement.channel === 'CARD'
    return {
      type: isByCard ? 'MONEY_ADDED' : 'DEPOSIT',
      description: 'Added money',
      referenceNumber: `BALANCE-${id}`,
      method: isByCard ? 'CARD' : 'BANK_TRANSFER',
    }
  }
  const { sourceMinor, sourceCurrency, targetMinor, targetCurrency } = movement
  const source = amountOf(movement, sourceMinor, sourceCurrency)
  const target = amountOf(movement, targetMinor, targetCurrency)
  const isOutgoing = movement.sourceBalanceId === balance.id
  if (source.currency === target.currency) {
    const type = isOutgoing ? 'OUTGOING_CROSS_BALANCE' : 'INCOMING_CROSS_BALANCE'
    const description = 'Moved between balances'
    return { type, description, referenceNumber: `BALANCE-${id}` }
  }
  const rate = decimal(movement.rate ?? '1')
  return {
    type: 'CONVERSION',
    description: `Converted ${textWithCurrency(source)} to ${textWithCurrency(target)}`,
    referenceNumber: `CONVERSION-${id}`,
    exchange: { forAmount: isOutgoing ? target : source, rate },
    ...(isOutgoing && { fee: money(movement.feeMinor ?? 0n, source.currency) }),
  }
}

/** A conversion and a move have both amounts; only a top-up has no source. */
function amountOf({ id }: MovementRow, minor: bigint | null, currency: string | null): Money {
  if (minor === null || currency === null) throw new Error(`movement ${id} lacks an amount`)
  return money(minor, currency)
}
