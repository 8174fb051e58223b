import { useQuery } from '@tanstack/react-query'
import { idInPath } from '../../id-in-path.ts'
import { useWorkspace } from '../../workspace.ts'

/** The disputed card transaction. */
export function useTransaction(transactionId: number | string) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['disputed-transaction', profile.id, String(transactionId)],
    queryFn: () =>
      godwit.cardTransactions.getCardTransaction({
        path: {
          profileId: profile.id,
          transactionId: idInPath('card transaction', String(transactionId)),
        },
      }),
  })
}
