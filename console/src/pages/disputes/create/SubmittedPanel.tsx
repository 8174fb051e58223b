import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useWorkspace } from '../../../workspace.ts'

/** Confirms the submission, with a link to the dispute of each payment. */
export function SubmittedPanel({ transactionIds }: { readonly transactionIds: readonly string[] }) {
  const { godwit, profile } = useWorkspace()
  const disputes = useQuery({
    queryKey: ['submitted-disputes', profile.id, transactionIds],
    queryFn: async () => {
      const pages = await Promise.all(
        transactionIds.map((transactionId) =>
          godwit.disputes.listDisputes({
            path: { profileId: profile.id },
            query: { transactionId: Number(transactionId), status: 'ACTIVE' },
          }),
        ),
      )
      return pages.flatMap((page) => page.disputes)
    },
  })
  return (
    <Panel title="The dispute was submitted">
      <p role="status">The review comes next. The page of the dispute shows its progress.</p>
      <Loaded label="Loading the dispute" query={disputes}>
        {(list) => (
          <ul className="plain-list">
            {list.map(({ id, transactionId }) => (
              <li key={id}>
                <Link to={`/disputes/${id}`}>Dispute of transaction {transactionId}</Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}
