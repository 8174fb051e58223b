import type { ReactNode } from 'react'
import { Time } from './Time.tsx'
import './timeline.css'

type TimelineEntry = {
  readonly key: string | number
  /** A moment of the sandbox clock. */
  readonly at: string
  readonly title: ReactNode
  readonly detail?: ReactNode
}

/** The history of a resource, in the order of `entries`. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ key, at, title, detail }) => (
        <li className="timeline-entry" key={key}>
          <p className="timeline-title">{title}</p>
          {detail && <div className="muted">{detail}</div>}
          <p className="timeline-time">
            <Time at={at} hasSeconds />
          </p>
        </li>
      ))}
    </ol>
  )
}
