import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../workspace.ts'

/** The issued bank details of each currency, oldest first; one example for a currency without issued bank details. */
export function useAccountDetails() {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['account-details', profile.id],
    queryFn: () => godwit.accountDetails.listAccountDetails({ path: { profileId: profile.id } }),
  })
}
