// From a step of a balance to the line, or the lines, that a person reads.

import type { BalanceRow, MovementRow, StepRow } from '../balances/index.ts'
import { accountSummary, type PayIn } from '../corridors/index.ts'
import { type Decimal, decimal } from '../kernel/decimal.ts'
import { type Money, money, toText } from '../kernel/money.ts'
import { draftOf, type RecipientRow } from '../recipients/index.ts'
import { type TransferRow, targetOf } from '../transfers/index.ts'

export const lineTypes = [
  'TRANSFER',
  'CONVERSION',
  'DEPOSIT',
  'MONEY_ADDED',
  'INCOMING_CROSS_BALANCE',
  'OUTGOING_CROSS_BALANCE',
  'BALANCE_ADJUSTMENT',
  'UNKNOWN',
] as const
export type LineType = (typeof lineTypes)[number]

export type Line = {
  readonly type: LineType
  /** Of the balance; FLAT has two lines of one entry. */
  readonly sequence: number
  readonly at: Temporal.Instant
  /** Negative for a debit. */
  readonly amount: Money
  readonly fee: Money
  readonly running: Money
  readonly description: string
  readonly referenceNumber: string
  readonly exchange?: { readonly forAmount: Money; readonly rate: Decimal } | undefined
  readonly payee?: { readonly name: string; readonly account: string } | undefined
  readonly paymentReference?: string | undefined
  /** How the money of the transfer or deposit came in (D93). */
  readonly method?: PayIn | undefined
}

/** What the steps of a balance refer to, by their references: `transfer:12`. */
export type Sources = {
  readonly transfers: ReadonlyMap<string, TransferRow>
  readonly recipients: ReadonlyMap<number, RecipientRow>
  readonly movements: ReadonlyMap<string, MovementRow>
  /** What the members of a batch group were charged. */
  readonly batchFeesMinor: ReadonlyMap<string, bigint>
}

/** What a line says besides the amounts, which the step knows. */
type Told = Omit<Line, 'sequence' | 'at' | 'amount' | 'running' | 'fee'> & { readonly fee?: Money }

/** FLAT takes the fee out of its line and tells it in a line of its own. Newest first. */
export function linesOf(
  balance: BalanceRow,
  step: StepRow,
  sources: Sources,
  type: 'COMPACT' | 'FLAT',
): Line[] {
  const { currency } = balance
  const told = tell(balance, step, sources)
  const fee = told.fee ?? money(0n, currency)
  const line: Line = {
    ...told,
    fee,
    sequence: step.sequence,
    at: step.occurredAt,
    amount: { minor: step.deltaMinor, currency },
    running: { minor: step.balanceMinor, currency },
  }
  if (type === 'COMPACT' || fee.minor === 0n || step.deltaMinor > 0n) return [line]
  const none = money(0n, currency)
  const charged: Line = {
    type: line.type,
    sequence: line.sequence,
    at: line.at,
    amount: { minor: -fee.minor, currency },
    fee: none,
    running: line.running,
    description: `Fee for: ${line.description}`,
    referenceNumber: `FEE-${line.referenceNumber}`,
  }
  const bare: Line = {
    ...line,
    fee: none,
    amount: { minor: step.deltaMinor + fee.minor, currency },
    running: { minor: step.balanceMinor + fee.minor, currency },
  }
  return [charged, bare]
}

function tell(balance: BalanceRow, step: StepRow, sources: Sources): Told {
  const { reference, settles } = step
  const [kind = '', id = ''] = reference.split(':')
  const referenceNumber = `${kind.toUpperCase()}-${id}`
  if (settles) return { type: 'BALANCE_ADJUSTMENT', description: 'Debt settled', referenceNumber }
  const transfer = sources.transfers.get(reference)
  if (transfer) {
    const recipient = sources.recipients.get(transfer.targetAccount)
    return tellTransfer(transfer, recipient, step, referenceNumber)
  }
  const movement = sources.movements.get(reference)
  if (movement) return tellMovement(balance, movement, id)
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

function tellTransfer(
  transfer: TransferRow,
  recipient: RecipientRow | undefined,
  { deltaMinor }: StepRow,
  referenceNumber: string,
): Told {
  const name = recipient?.accountHolderName ?? ''
  const method = transfer.paymentMethod ?? undefined
  if (deltaMinor > 0n)
    return { type: 'TRANSFER', description: `Returned: money for ${name}`, referenceNumber, method }
  const { sourceCurrency, targetCurrency, feeMinor, rate } = transfer
  const exchanged = sourceCurrency !== targetCurrency
  return {
    type: 'TRANSFER',
    description: `Sent money to ${name}`,
    referenceNumber,
    fee: money(feeMinor, sourceCurrency),
    exchange: exchanged ? { forAmount: targetOf(transfer), rate } : undefined,
    payee: recipient && { name, account: accountSummary(draftOf(recipient)).short },
    paymentReference: transfer.details.reference,
    method,
  }
}

function tellMovement(balance: BalanceRow, movement: MovementRow, id: string): Told {
  if (movement.type === 'DEPOSIT') {
    const isByCard = movement.channel === 'CARD'
    return {
      type: isByCard ? 'MONEY_ADDED' : 'DEPOSIT',
      description: 'Added money',
      referenceNumber: `BALANCE-${id}`,
      method: isByCard ? 'CARD' : 'BANK_TRANSFER',
    }
  }
  const source = amountOf(movement.sourceMinor, movement.sourceCurrency)
  const target = amountOf(movement.targetMinor, movement.targetCurrency)
  const outgoing = movement.sourceBalanceId === balance.id
  if (source.currency === target.currency) {
    const type = outgoing ? 'OUTGOING_CROSS_BALANCE' : 'INCOMING_CROSS_BALANCE'
    const description = 'Moved between balances'
    return { type, description, referenceNumber: `BALANCE-${id}` }
  }
  const rate = decimal(movement.rate ?? '1')
  return {
    type: 'CONVERSION',
    description: `Converted ${said(source)} to ${said(target)}`,
    referenceNumber: `CONVERSION-${id}`,
    exchange: { forAmount: outgoing ? target : source, rate },
    ...(outgoing && { fee: money(movement.feeMinor ?? 0n, source.currency) }),
  }
}

function amountOf(minor: bigint | null, currency: string | null): Money {
  return money(minor ?? 0n, currency ?? 'USD')
}

const said = (amount: Money) => `${toText(amount)} ${amount.currency}`
