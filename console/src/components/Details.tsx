import type { ReactNode } from 'react'
import './details.css'

type Props = { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }

/** The fields of one resource. Rows without a value are left out. */
export function Details({ rows }: Props) {
  return (
    <dl className="details">
      {rows
        .filter(
          ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
        )
        .map(([name, value]) => (
          <div className="details-row" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
