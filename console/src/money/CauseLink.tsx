import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** The object that has moved the money, such as `transfer:12`. */
  readonly reference: string
  readonly children?: ReactNode
}

/** Leads to what has moved money: the page of a transfer, otherwise the postings with the reference. */
export function CauseLink({ reference, children = nameOf(reference) }: Props) {
  const [kind, id] = reference.split(':')
  if (kind === 'transfer' && id !== undefined)
    return <Link to={`/transfers/${id}`}>{children}</Link>
  return (
    <Link search={{ reference }} to="/ledger">
      {children}
    </Link>
  )
}

/** `card-transaction:7` in words. */
function nameOf(reference: string): string {
  const [kind = '', id = ''] = reference.split(':')
  const words = kind.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${id}`
}
