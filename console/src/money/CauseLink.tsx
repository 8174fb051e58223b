import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** The object that has moved the money, such as `transfer:12`. */
  readonly reference: string
  readonly children?: ReactNode
}

/** Resources that have a page. */
const pages: Readonly<Record<string, string>> = {
  transfer: '/transfers',
  balance: '/balances',
  recipient: '/recipients',
}

/** Leads to the page of what has moved money, otherwise to the postings with the reference. */
export function CauseLink({ reference, children = nameOf(reference) }: Props) {
  const [kind = '', id] = reference.split(':')
  if (pages[kind] !== undefined && id !== undefined)
    return <Link to={`${pages[kind]}/${id}`}>{children}</Link>
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
