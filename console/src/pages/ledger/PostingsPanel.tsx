import type { Godwit, LedgerPosting } from '@godwit/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadedPages } from '../../components/LoadedPages.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Journals } from '../../money/Journals.tsx'
import { listPostings } from '../../money/list-postings.ts'
import { useWorkspace } from '../../workspace.ts'
import { NoPostings } from './NoPostings.tsx'
import { ReferenceSearch } from './ReferenceSearch.tsx'

type Props = { readonly reference: string; readonly onFind: (reference: string) => void }

/** The postings of the profile or of one reference, newest first, page by page; for an id without a kind, all postings at once. */
export function PostingsPanel({ reference, onFind }: Props) {
  return (
    <Panel title="Journals">
      <ReferenceSearch onFind={onFind} reference={reference} />
      <Postings reference={reference} />
    </Panel>
  )
}

function Postings({ reference }: { readonly reference: string }) {
  const { godwit, profile } = useWorkspace()
  const list = useInfiniteQuery({
    queryKey: ['posting-pages', profile.id, reference],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      /^\d+$/.test(reference)
        ? listPostingsOfId(godwit, profile.id, reference)
        : godwit.ledger.listLedgerPostings({
            path: { profileId: profile.id },
            query: {
              ...(reference !== '' && { reference }),
              ...(pageParam !== '' && { nextCursor: pageParam }),
            },
          }),
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  })
  return (
    <LoadedPages label="Loading journals" more="Show older journals" query={list}>
      {(pages) => {
        const postings = pages.flatMap((page) => page.postings)
        if (postings.length === 0) return <NoPostings reference={reference} />
        return <Journals postings={postings} />
      }}
    </LoadedPages>
  )
}

/** The kinds of resources that references name by a number. The other kind, `account-details-order`, has UUIDs. */
const numberedKinds = ['transfer', 'movement', 'deposit', 'card-transaction']

type Page = { readonly cursor: string | null; readonly postings: readonly LedgerPosting[] }

/** The postings of all resources with the id, as one page: each kind counts its ids separately. */
async function listPostingsOfId(godwit: Godwit, profileId: number, id: string): Promise<Page> {
  const lists = await Promise.all(
    numberedKinds.map((kind) => listPostings(godwit, profileId, `${kind}:${id}`)),
  )
  return { cursor: null, postings: lists.flat() }
}
