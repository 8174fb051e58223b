import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'
import { readDisputeMoney } from './moves/refunds.ts'

/** The disputed payment, its refunds, and the money that they have moved. */
export function useMoney(transactionId: number) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['dispute-money', profile.id, transactionId],
    queryFn: () => readDisputeMoney(godwit, profile.id, transactionId),
  })
}
