import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ShowReadsButton } from '../../components/ShowReadsButton.tsx'
import { isRead } from '../../is-read.ts'
import { useLiveFeed } from '../../live-feed.ts'
import { FeedLine } from './FeedLine.tsx'

/** Entries on the page: a choice of this project. */
const SHOWN_MAX = 30

/**
 * The activity of the sandbox, newest first, including the activity of other programs. Requests that only read are hidden at
 * first unless they were refused, because the pages of the console send such requests all the time.
 */
export function FeedPanel() {
  const [showsReads, setShowsReads] = useState(false)
  const { entries, error, retry } = useLiveFeed()
  const shown = entries.filter((entry) => showsReads || entry.kind !== 'request' || !isRead(entry))
  return (
    <Panel
      action={<ShowReadsButton onChange={setShowsReads} showsReads={showsReads} />}
      title="Activity, as it happens"
    >
      <p className="muted">
        Newest first. Times are those of the sandbox clock, in UTC; a request has the real time, in
        your time zone.
      </p>
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      {shown.length === 0 ? (
        <EmptyState title="No change among the newest entries">
          Send a transfer above, move the clock, or run your own program: requests, events,
          deliveries of webhooks and timers appear here within a second.
        </EmptyState>
      ) : (
        <ol className="feed">
          {shown.slice(0, SHOWN_MAX).map((entry) => (
            <FeedLine entry={entry} key={entry.position} />
          ))}
        </ol>
      )}
    </Panel>
  )
}
