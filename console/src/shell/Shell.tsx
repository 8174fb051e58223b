import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { HasRequestLogContext } from '../components/ErrorNotice.tsx'
import { Loading } from '../components/Loading.tsx'
import { LiveFeedContext, useFollowedFeed } from '../live-feed.ts'
import { ClockOffsetContext, useLoadedClockOffsetMs } from '../sandbox-clock.ts'
import { Sidebar } from './Sidebar.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'
import './shell.css'

/** The layout of every page of the sandbox, with the sidebar. Gives the live feed and the clock offset to the pages. */
export function Shell() {
  const feed = useFollowedFeed()
  const clockOffsetMs = useLoadedClockOffsetMs()
  useRestoredFocus()
  return (
    <LiveFeedContext value={feed}>
      <ClockOffsetContext value={clockOffsetMs}>
        <HasRequestLogContext value>
          <div className="shell">
            <a className="skip-link visually-hidden" href="#content">
              Skip to content
            </a>
            <Sidebar />
            <main className="shell-content" id="content" tabIndex={-1}>
              <Suspense fallback={<Loading label="Loading the page" />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
        </HasRequestLogContext>
      </ClockOffsetContext>
    </LiveFeedContext>
  )
}
