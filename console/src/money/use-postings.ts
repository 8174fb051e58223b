import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'
import { listPostings } from './list-postings.ts'

/** All postings with the reference, oldest first. */
export function usePostings(reference: string) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['postings', profile.id, reference],
    queryFn: () => listPostings(godwit, profile.id, reference),
  })
}
