import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TAccounts } from '../../money/TAccounts.tsx'
import { usePostings } from '../../money/use-postings.ts'

/** The debits and credits of all postings with the reference, by account. Shows nothing when the reference has no postings. */
export function EffectPanel({ reference }: { readonly reference: string }) {
  const postings = usePostings(reference)
  if (postings.data?.length === 0) return null
  return (
    <Panel title="Accounts">
      <Loaded label="Loading journals" query={postings}>
        {(list) => <TAccounts postings={list} />}
      </Loaded>
    </Panel>
  )
}
