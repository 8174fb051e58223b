import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../../workspace.ts'

/** The inboxes of the user. */
export function useInboxes() {
  const { godwit } = useWorkspace()
  return useQuery({ queryKey: ['inboxes'], queryFn: () => godwit.inboxes.listInboxes() })
}
