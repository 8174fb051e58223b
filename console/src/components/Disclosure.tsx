import type { ReactNode } from 'react'
import './disclosure.css'

type Props = { readonly title: string; readonly children: ReactNode }

/** Content that the reader opens, such as a form that few need. */
export function Disclosure({ title, children }: Props) {
  return (
    <details className="disclosure">
      <summary>{title}</summary>
      <div className="disclosure-body">{children}</div>
    </details>
  )
}
