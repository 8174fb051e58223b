import type { Dispute, Godwit } from '@godwit/sdk'

/** Without an amount, everything that was captured and not refunded is refunded. */
type Amount = { readonly value: string; readonly currency: string }

/** Moves a dispute as its review does. */
export function simulate(
  godwit: Godwit,
  { profileId, id }: Dispute,
  subStatus: Dispute['subStatus'],
  amount?: Amount,
): Promise<Dispute> {
  return godwit.simulation.simulateDispute({
    path: { profileId, disputeId: id, subStatus: subStatus as 'IN_REVIEW' },
    // What is no number is sent as it is, so that the service explains it.
    body: amount ? { amount: { ...amount, value: amount.value as unknown as number } } : {},
  })
}
