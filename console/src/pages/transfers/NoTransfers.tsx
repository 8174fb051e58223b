import { EmptyState } from '../../components/EmptyState.tsx'

/** Says how to get the first transfer, or that the filters exclude all. */
export function NoTransfers({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No transfer matches">
        Change or clear the filters. Dates are days of the sandbox clock, in UTC.
      </EmptyState>
    )
  return (
    <EmptyState title="No transfer yet">
      Send one on the page “Send money”, with <code>POST /v1/transfers</code>, or from a terminal
      with <code>npm run -s godwit -- trigger transfers#state-change</code>.
    </EmptyState>
  )
}
