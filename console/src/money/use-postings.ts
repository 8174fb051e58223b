import { each, type LedgerPosting } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../workspace.ts'

/** All postings with the reference, oldest first. */
export function usePostings(reference: string) {
  const { godwit, profile } = useWorkspace()
  return useQuery({
    queryKey: ['postings', profile.id, reference],
    queryFn: async () => {
      const postings: LedgerPosting[] = []
      const pages = each(godwit.ledger.listLedgerPostings, {
        path: { profileId: profile.id },
        query: { reference, size: 200 },
      })
      for await (const posting of pages) postings.push(posting)
      return postings.reverse()
    },
  })
}
