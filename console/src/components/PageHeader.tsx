import { type ReactNode, useEffect } from 'react'
import './page-header.css'

type Props = {
  readonly title: string
  /** The purpose of the page. */
  readonly description?: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
}

/** The heading of a page, which is also the title of the window. */
export function PageHeader({ title, description, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Godwit`
  }, [title])
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {description && <p className="muted">{description}</p>}
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  )
}
