import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageOf } from '../resource-path.ts'
import { sentenceCase } from '../words.ts'

type Props = {
  /** The resource that has moved the money, such as `transfer:12`. */
  readonly reference: string
  readonly children?: ReactNode
}

/** Links to the page of the resource that has moved the money; without such a page, to the postings with the reference. */
export function CauseLink({ reference, children = nameOf(reference) }: Props) {
  const page = pageOf(reference)
  if (page !== undefined) return <Link to={page}>{children}</Link>
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
