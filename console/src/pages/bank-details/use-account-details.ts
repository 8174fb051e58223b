import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'

/** Of each currency what was issued, oldest first, or one example. */
export function useAccountDetails() {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['account-details', profile.id],
    queryFn: () => godwit.accountDetails.listAccountDetails({ path: { profileId: profile.id } }),
  })
}
