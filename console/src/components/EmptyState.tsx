import type { ReactNode } from 'react'
import './empty-state.css'

type Props = { readonly title: string; readonly children: ReactNode }

/** Shown where a list is empty. `children` explain how to get the first entry. */
export function EmptyState({ title, children }: Props) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      <div className="muted">{children}</div>
    </div>
  )
}
