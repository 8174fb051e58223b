import { EmptyState } from '../../components/EmptyState.tsx'
import { serviceUrl } from '../../samples.ts'
import { useWorkspace } from '../../workspace.ts'

/** Explains how to get the first transfer, or that the filters exclude all transfers. */
export function NoTransfers({ isFiltered }: { readonly isFiltered: boolean }) {
  const { profile } = useWorkspace()
  if (isFiltered)
    return (
      <EmptyState title="No transfer matches">
        Change or clear the filters. Dates are days of the sandbox clock, in UTC.
      </EmptyState>
    )
  return (
    <EmptyState title="No transfer yet">
      Send one on the page “Send money”, with <code>POST /v1/transfers</code>, or from a terminal
      with{' '}
      <code>
        npx godwit trigger transfers#state-change --profile {profile.id} --url {serviceUrl}
      </code>
      .
    </EmptyState>
  )
}
