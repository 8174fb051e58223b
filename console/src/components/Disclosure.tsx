import type { ReactNode } from 'react'
import './disclosure.css'

type Props = { readonly title: string; readonly children: ReactNode }

/** Content that is hidden until the reader opens it, such as a form that few readers need. */
export function Disclosure({ title, children }: Props) {
  return (
    <details className="disclosure">
      <summary>{title}</summary>
      <div className="disclosure-body">{children}</div>
    </details>
  )
}
