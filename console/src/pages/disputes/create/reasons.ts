// Whether a reason may dispute several payments, and the request for the first step of its form.

import type { DisputeReason } from '@godwit/sdk'

/** Whether one submission with the reason, or with a narrower one, may dispute several payments. */
export function canDisputeSeveral({
  supportsMultipleTransactions,
  subOptions = [],
}: DisputeReason) {
  return (
    supportsMultipleTransactions || subOptions.some((each) => each.supportsMultipleTransactions)
  )
}

type Start = {
  readonly profileId: number
  /** The network of the card. */
  readonly scheme: string
  readonly reason: DisputeReason
  readonly transactionIds: readonly string[]
}

export function firstStepOf({ profileId, scheme, reason, transactionIds }: Start) {
  const path = [scheme, reason.code].map(encodeURIComponent).join('/')
  const query = new URLSearchParams({ transactionId: transactionIds.join(',') })
  return {
    method: 'POST',
    url: `/v3/spend/profiles/${profileId}/dispute-form/flows/step/${path}?${query}`,
    data: {},
  }
}
