import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The open balances of the profile. With `STANDARD`, only the main balance of each currency, which pays for transfers by default. */
export function useBalances(types: 'STANDARD,SAVINGS' | 'STANDARD' = 'STANDARD,SAVINGS') {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['balances', profile.id, types],
    queryFn: () =>
      godwit.balances.listBalances({ path: { profileId: profile.id }, query: { types } }),
  })
}
