import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'

/** The changes of the transfer that become due as time passes, the earliest first. */
export function useTimers(transferId: number) {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['due-work-of-transfer', transferId],
    queryFn: async () => {
      const { work } = await godwit.simulation.previewSandboxClock({ query: { transferId } })
      return work
    },
  })
}
