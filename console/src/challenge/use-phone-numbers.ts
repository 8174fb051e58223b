import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** The phone numbers of the user. */
export function usePhoneNumbers() {
  const { godwit } = useWorkspace()
  return useQuery({
    queryKey: ['phone-numbers'],
    queryFn: () => godwit.security.listPhoneNumbers(),
  })
}
