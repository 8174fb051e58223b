import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pagePathOf } from '../resource-path.ts'
import { sentenceCase } from '../words.ts'
import { anchorOf } from './journal-anchor.ts'
import { PageLink } from './PageLink.tsx'

type Props = {
  /** The resource that has moved the money, such as `transfer:12`. */
  readonly reference: string
  /** The journal that moved the money, to which the page scrolls. */
  readonly journalId?: number
  readonly children?: ReactNode
}

/** Links to the page of the resource that has moved the money; without such a page, to the postings with the reference. */
export function CauseLink({ reference, journalId, children = nameOf(reference) }: Props) {
  const path = pagePathOf(reference)
  if (path !== undefined)
    return (
      <PageLink hash={journalId === undefined ? undefined : anchorOf(journalId)} to={path}>
        {children}
      </PageLink>
    )
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
