import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'

/** The cost, the recipient and the issues of a transfer; null for a transfer of another profile than the chosen one. */
export function useTransferSummary(transferId: number) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['transfer-summary', profile.id, transferId],
    queryFn: async () => {
      // The API has no operation for one summary, so the list begins with the transfer.
      const [summary] = await godwit.transfers.listTransferSummaries({
        path: { profileId: profile.id },
        query: { limit: 1, beforeId: transferId + 1 },
      })
      return summary?.id === transferId ? summary : null
    },
  })
}
