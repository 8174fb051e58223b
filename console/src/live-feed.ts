// The live feed of the sandbox. Every page shows new data without being reloaded.

import type { FeedEntry, Godwit } from '@godwit/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { isRead } from './is-read.ts'
import { useWorkspace } from './workspace.ts'

/**
 * The entries that the page keeps: 200 successful reads and 200 others, choices of this project. Reads have a separate limit,
 * because the pages send so many that they would displace all other entries.
 */
const READS_MAX = 200
const OTHERS_MAX = 200
/** About how many requests and events from before the opening of the console are loaded: a choice of this project. */
const RECENT_ENTRIES = 100
/**
 * A choice of this project: short enough that changes appear at once, and long enough that a burst of entries loads the data only
 * a few times.
 */
const REFRESH_INTERVAL_MS = 300

type LiveFeed = {
  /** The newest entry first. */
  readonly entries: readonly FeedEntry[]
  /** Why the service refused or ended the stream, such as too many tabs; undefined otherwise. */
  readonly error: unknown
  /** Follows the feed again after an error, beginning with the newest entries. */
  readonly retry: () => void
}

export const LiveFeedContext = createContext<LiveFeed | undefined>(undefined)

export function useLiveFeed(): LiveFeed {
  const feed = useContext(LiveFeedContext)
  if (feed === undefined) throw new Error('Call useLiveFeed only in components inside Shell.')
  return feed
}

/** Follows the feed while the tab is visible: the service allows a user five streams (`STREAMS_PER_USER_MAX`). */
export function useFollowedFeed(): LiveFeed {
  const { godwit } = useWorkspace()
  const queryClient = useQueryClient()
  const isVisible = useIsTabVisible()
  const [entries, setEntries] = useState<readonly FeedEntry[]>([])
  const [error, setError] = useState<unknown>()
  const position = useRef<string>(undefined)
  useEffect(() => {
    if (!isVisible || error !== undefined) return
    const stop = new AbortController()
    const refresh = throttledRefresh(queryClient)
    const addEntry = (entry: FeedEntry) => {
      position.current = entry.position
      setEntries((earlier) => newestOf([entry, ...earlier]))
      // A request that changes data refreshes too, because the log of requests has the request a moment after its event. A read
      // does not refresh: each refresh sends reads, so a refresh would cause the next refresh.
      if (entry.kind !== 'request' || !entry.onlyReads) refresh()
    }
    followFeed(godwit, position.current, addEntry, stop.signal).catch((reason: unknown) => {
      if (!stop.signal.aborted) setError(reason)
    })
    return () => stop.abort()
  }, [godwit, queryClient, isVisible, error])
  // Begins again without a position, because the service may have deleted the entries that follow the last position.
  const retry = () => {
    position.current = undefined
    setEntries([])
    setError(undefined)
  }
  return { entries, error, retry }
}

/** The newest entries, within the limits. */
export function newestOf(entries: readonly FeedEntry[]): FeedEntry[] {
  let readCount = 0
  let otherCount = 0
  return entries.filter((entry) => {
    if (entry.kind === 'request' && isRead(entry)) {
      readCount++
      return readCount <= READS_MAX
    }
    otherCount++
    return otherCount <= OTHERS_MAX
  })
}

async function followFeed(
  godwit: Godwit,
  after: string | undefined,
  addEntry: (entry: FeedEntry) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = after === undefined ? { recent: RECENT_ENTRIES } : { after }
  for await (const entry of godwit.feed.streamFeed({ query }, { signal })) {
    addEntry(entry)
  }
}

/** Returns a function that loads the shown data again, at once or `REFRESH_INTERVAL_MS` after the previous load. */
function throttledRefresh(queryClient: QueryClient): () => void {
  let refreshedAt = Number.NEGATIVE_INFINITY
  let isScheduled = false
  const refresh = () => {
    isScheduled = false
    refreshedAt = performance.now()
    void queryClient.invalidateQueries()
  }
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(refresh, Math.max(0, refreshedAt + REFRESH_INTERVAL_MS - performance.now()))
  }
}

function useIsTabVisible(): boolean {
  const [isVisible, setVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const update = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
