import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'
import { readDisputeMoney } from './read-dispute-money.ts'

/** The disputed payment, its refunds, and the money that they have moved. */
export function useDisputeMoney(transactionId: number) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['dispute-money', profile.id, transactionId],
    queryFn: () => readDisputeMoney(godwit, profile.id, transactionId),
  })
}
