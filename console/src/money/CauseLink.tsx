import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sentenceCase } from '../words.ts'

type Props = {
  /** The resource that has moved the money, such as `transfer:12`. */
  readonly reference: string
  readonly children?: ReactNode
}

/** The paths of pages, by the kind of the resource. */
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

/** Such as `Card transaction 7` for `card-transaction:7`. */
function nameOf(reference: string): string {
  const [kind = '', id = ''] = reference.split(':')
  return `${sentenceCase(kind.replaceAll('-', ' '))} ${id}`
}
