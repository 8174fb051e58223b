import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'

/** The cost, the recipient and the issues of a transfer; null when the chosen profile has no transfer with this id. */
export function useTransferSummary(transferId: number) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['transfer-summary', profile.id, transferId],
    queryFn: async () => {
      // The API has no operation for one summary. The first entry below `transferId + 1`, newest first, is this transfer, if the
      // profile has it.
      const [summary] = await godwit.transfers.listTransferSummaries({
        path: { profileId: profile.id },
        query: { limit: 1, beforeId: transferId + 1 },
      })
      return summary?.id === transferId ? summary : null
    },
  })
}
