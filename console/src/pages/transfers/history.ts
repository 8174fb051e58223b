// The history of a transfer as causes and effects: a request, the state that it led to, and the journals of that state.

import type { LoggedRequestSummary, ResourceEvent } from '@godwit/sdk'
import type { Journal } from '../../money/postings.ts'

/** The states that a successful request leads to. A transfer is in each state at most once. */
const resultOf: Readonly<Record<string, string>> = {
  createTransfer: 'incoming_payment_waiting',
  createThirdPartyTransfer: 'incoming_payment_waiting',
  fundTransfer: 'processing',
  fundTransferV1: 'processing',
  simulateTransferProcessing: 'processing',
  simulateTransferFundsConverted: 'funds_converted',
  simulateTransferOutgoingPaymentSent: 'outgoing_payment_sent',
  simulateTransferBouncedBack: 'bounced_back',
  simulateTransferFundsRefunded: 'funds_refunded',
  cancelTransfer: 'cancelled',
}

export type Entry = {
  readonly key: string
  readonly at: string
  readonly event: ResourceEvent | undefined
  /** The request that has caused it; undefined when the service acted by itself, or keeps no requests. */
  readonly request: LoggedRequestSummary | undefined
  readonly journals: readonly Journal[]
}

/** The entries, oldest first. Journals without an event of the same moment are entries by themselves. */
export function historyOf(
  events: readonly ResourceEvent[],
  journals: readonly Journal[],
  requests: readonly LoggedRequestSummary[],
): Entry[] {
  const unused = new Set(journals)
  const entries = events.map((event): Entry => {
    const own =
      event.to === null ? [] : [...unused].filter(({ postedAt }) => postedAt === event.occurredAt)
    for (const journal of own) unused.delete(journal)
    return {
      key: `event ${event.id}`,
      at: event.occurredAt,
      event,
      request: requests.find(
        ({ status, operation }) =>
          status < 300 && event.to !== null && resultOf[operation] === event.to,
      ),
      journals: own,
    }
  })
  const others = [...unused].map(
    (journal): Entry => ({
      key: `journal ${journal.id}`,
      at: journal.postedAt,
      event: undefined,
      request: undefined,
      journals: [journal],
    }),
  )
  return [...entries, ...others].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
