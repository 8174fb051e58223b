import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Loading } from './Loading.tsx'

type Props<Data> = {
  readonly query: UseQueryResult<Data>
  /** What is being loaded, such as `Loading transfers`. */
  readonly label: string
  readonly children: (data: Data) => ReactNode
}

/** Shows the data of a query once it is loaded, before that a sentence, and after a failure the error. */
export function Loaded<Data>({ query, label, children }: Props<Data>) {
  if (query.error) return <ErrorNotice error={query.error} onRetry={query.refetch} />
  if (query.data === undefined) return <Loading label={label} />
  return children(query.data)
}
