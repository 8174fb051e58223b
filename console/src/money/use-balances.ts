import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** All open balances of the profile. */
export function useBalances() {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['balances', profile.id, 'all'],
    queryFn: () =>
      godwit.balances.listBalances({
        path: { profileId: profile.id },
        query: { types: 'STANDARD,SAVINGS' },
      }),
  })
}
