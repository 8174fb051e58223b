import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/Loaded.tsx'
import { Journals } from '../../money/Journals.tsx'
import { listPostings } from '../../money/list-postings.ts'
import { useWorkspace } from '../../workspace.ts'

/** The money that the transfers have moved. Each transfer is a reference of the ledger; the batch group is not. */
export function BatchJournals({ transferIds }: { readonly transferIds: readonly number[] }) {
  const { godwit, profile } = useWorkspace()
  const postings = useQuery({
    queryKey: ['batch-postings', profile.id, transferIds],
    queryFn: async () => {
      const lists = await Promise.all(
        transferIds.map((id) => listPostings(godwit, profile.id, `transfer:${id}`)),
      )
      return lists.flat()
    },
  })
  return (
    <Loaded label="Loading journals" query={postings}>
      {(list) =>
        list.length === 0 ? (
          <p className="muted">No money has moved: pay for the batch to see its journals.</p>
        ) : (
          <Journals postings={list} />
        )
      }
    </Loaded>
  )
}
