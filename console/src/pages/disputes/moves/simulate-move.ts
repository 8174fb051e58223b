import type { Dispute, Godwit } from '@godwit/sdk'

/** The amount of a refund. Without an amount, the service refunds everything that was captured and not yet refunded. */
type Amount = { readonly value: string; readonly currency: string }

/** Moves a dispute as its review does. */
export function simulateMove(
  godwit: Godwit,
  { profileId, id }: Dispute,
  subStatus: Dispute['subStatus'],
  amount?: Amount,
): Promise<Dispute> {
  return godwit.simulation.simulateDispute({
    // The type of the SDK has only the sub-statuses that a move of the review leads to. The service refuses any other.
    path: { profileId, disputeId: id, subStatus: subStatus as 'IN_REVIEW' },
    // Text that is not a number is sent too: the service explains what is wrong.
    body: amount ? { amount: { ...amount, value: amount.value as unknown as number } } : {},
  })
}
