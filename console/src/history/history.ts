// The history of a resource: each state with the request that led to it and the journals that it posted.

import type { LoggedRequestSummary, ResourceEvent } from '@godwit/sdk'
import type { Journal } from '../money/postings.ts'
import { isSuccess } from '../reply-status.ts'

/** Whether a successful request can have led to the event. */
export type IsCause = (request: LoggedRequestSummary, event: ResourceEvent) => boolean

type History = {
  readonly events: readonly ResourceEvent[]
  readonly journals: readonly Journal[]
  /** Oldest first. */
  readonly requests: readonly LoggedRequestSummary[]
}

export type Entry = {
  readonly key: string
  readonly at: string
  readonly event: ResourceEvent | undefined
  /** The request that has caused the event; undefined when the log has no such request. */
  readonly request: LoggedRequestSummary | undefined
  readonly journals: readonly Journal[]
}

/** The entries, oldest first. Journals without a change of the state at the same moment are entries by themselves. */
export function historyOf({ events, journals, requests }: History, isCause: IsCause): Entry[] {
  const unmatched = new Set(journals)
  const entries = events.map((event): Entry => {
    const journalsOfEvent =
      event.to === null
        ? []
        : [...unmatched].filter(({ postedAt }) => postedAt === event.occurredAt)
    for (const journal of journalsOfEvent) unmatched.delete(journal)
    return {
      key: `event ${event.id}`,
      at: event.occurredAt,
      event,
      request: requests.find(
        (request) => isSuccess(request.status) && event.to !== null && isCause(request, event),
      ),
      journals: journalsOfEvent,
    }
  })
  const others = [...unmatched].map(
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
