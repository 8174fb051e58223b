import type { ReactNode } from 'react'
import { NotFoundError } from '../id-in-path.ts'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Loading } from './Loading.tsx'

type Props<Data> = {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  /** The text that is shown until the data has arrived, such as `Loading transfers`. */
  readonly label: string
  readonly children: (data: Data) => ReactNode
}

/**
 * Shows `label` while a query is loading, then its data, or the error if it fails. When data were loaded before and loading them
 * again fails, the former data stay below the error: otherwise a form would lose the input of the user.
 */
export function Loaded<Data>({ query, label, children }: Props<Data>) {
  const { data, error } = query
  if (data === undefined && !error) return <Loading label={label} />
  return (
    <>
      {error && (
        <ErrorNotice
          error={error}
          {...(!(error instanceof NotFoundError) && { onRetry: query.refetch })}
        />
      )}
      {data !== undefined && children(data)}
    </>
  )
}
