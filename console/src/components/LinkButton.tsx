import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import './button.css'

type Props = {
  readonly to: string
  readonly kind?: 'primary' | 'secondary' | 'plain'
  readonly children: ReactNode
}

/** A link that looks like a button: it opens a page and changes nothing. */
export function LinkButton({ to, kind = 'secondary', children }: Props) {
  return (
    <Link className={`button button-${kind}`} to={to}>
      {children}
    </Link>
  )
}
