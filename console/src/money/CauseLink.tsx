import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** The resource that has moved the money, such as `transfer:12`. */
  readonly reference: string
  readonly children?: ReactNode
}

/** The pages of the kinds of resources that have one. */
const pages: Readonly<Record<string, string>> = {
  transfer: '/transfers',
  balance: '/balances',
  recipient: '/recipients',
}

/** Links to the page of the resource that has moved the money; without such a page, to the postings with the reference. */
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
