import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  readonly to: string
  /** The id of the element of the page that is scrolled to. */
  readonly hash?: string | undefined
  readonly children: ReactNode
}

/** A link to a page. On that page itself, only the text of the link. */
export function PageLink({ to, hash, children }: Props) {
  const { pathname } = useLocation()
  if (pathname === to) return children
  return (
    <Link to={to} {...(hash !== undefined && { hash })}>
      {children}
    </Link>
  )
}
