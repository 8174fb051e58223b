import { type ReactNode, useId } from 'react'
import './panel.css'

type Props = {
  readonly title: string
  /** A link or a button next to the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled section of a page. */
export function Panel({ title, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel">
      <div className="panel-top">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
