import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  readonly to: string
  /** The id of the element to which the page scrolls. */
  readonly hash?: string | undefined
  readonly children: ReactNode
}

/** A link to a page. On the page to which it would lead, the text is shown without a link. */
export function PageLink({ to, hash, children }: Props) {
  const { pathname } = useLocation()
  if (pathname === to) return children
  return (
    <Link to={to} {...(hash !== undefined && { hash })}>
      {children}
    </Link>
  )
}
