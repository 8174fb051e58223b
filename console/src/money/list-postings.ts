import { each, type Godwit, type LedgerPosting } from '@godwit/sdk'

/** The largest `size` that `listLedgerPostings` accepts. */
const PAGE_SIZE = 200

/** All postings with the reference, oldest first. */
export async function listPostings(
  godwit: Godwit,
  profileId: number,
  reference: string,
): Promise<LedgerPosting[]> {
  const postings: LedgerPosting[] = []
  const pages = each(godwit.ledger.listLedgerPostings, {
    path: { profileId },
    query: { reference, size: PAGE_SIZE },
  })
  for await (const posting of pages) postings.push(posting)
  return postings.reverse()
}
