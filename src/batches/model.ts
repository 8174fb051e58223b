// Pure rules of batch groups: the results depend only on the arguments.

import { isAfter } from '../kernel/instant.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { NotFundable, PaymentExists } from './errors.ts'
import { batchGroupStates, type GroupMove, type GroupStatus } from './states.ts'

/** The statuses of members that wait for the payment of their group. */
export const WAITING = ['incoming_payment_waiting'] as const

/** The payment reference with this number: the `number` of a group, or digits of the id of a payment initiation. */
export function referenceOf(number: number): string {
  return `B${number}`
}

type Cost = { readonly sourceMinor: bigint }

/** The cost of a member by bank transfer; when its quote has no option for bank transfer, the cost that it was created with. */
export function bankCostMinorOf(byBank: Cost | undefined, asCreated: Cost): bigint {
  return (byBank ?? asCreated).sourceMinor
}

type Payable = {
  readonly id: string
  readonly status: GroupStatus
  readonly paid: boolean
  readonly debitInProgress: boolean
  readonly lapsesAt: Temporal.Instant | null
}

/**
 * Whether members have waited too long at `now`. During a direct debit no member lapses: the amount that
 * arrives must be the amount that was requested.
 */
export function isLapsing(
  { status, paid, debitInProgress, lapsesAt }: Omit<Payable, 'id'>,
  now: Temporal.Instant,
): boolean {
  const isOpen = (status === 'NEW' || status === 'COMPLETED') && !paid && !debitInProgress
  return isOpen && lapsesAt !== null && !isAfter(lapsesAt, now)
}

/** Refuses a group that is paid, is being paid by direct debit, or is not COMPLETED. */
export function checkPayable({
  id,
  status,
  paid,
  debitInProgress,
}: Omit<Payable, 'lapsesAt'>): void {
  if (paid || debitInProgress) refuse(PaymentExists, { arguments: [id] })
  if (status !== 'COMPLETED') refuse(NotFundable, { arguments: [status] })
}

/** The status after a move. Throws for a move that the status does not allow, because the caller has a bug. */
export function statusAfter(group: Pick<Payable, 'id' | 'status'>, move: GroupMove): GroupStatus {
  const status = next(batchGroupStates, group.status, move)
  if (status === undefined)
    throw new Error(`batch group ${group.id} is ${group.status}: it cannot ${move}`)
  return status
}
