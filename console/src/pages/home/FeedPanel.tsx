import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useLiveFeed } from '../../live-feed.ts'
import { FeedLine } from './FeedLine.tsx'

const SHOWN_MAX = 30

/** What happens in the sandbox, newest first, also because of other programs. */
export function FeedPanel() {
  const { entries, error, retry } = useLiveFeed()
  return (
    <Panel action={<span className="muted">as it happens</span>} title="Activity">
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      {entries.length === 0 ? (
        <EmptyState title="Nothing has happened yet">
          Send a transfer above, move the clock, or run your own program: events, deliveries of
          webhooks and timers appear here within a second.
        </EmptyState>
      ) : (
        <ol className="feed">
          {entries.slice(0, SHOWN_MAX).map((entry) => (
            <FeedLine entry={entry} key={entry.position} />
          ))}
        </ol>
      )}
    </Panel>
  )
}
