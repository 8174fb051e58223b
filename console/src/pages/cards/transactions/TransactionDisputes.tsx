import type { CardTransaction } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/Time.tsx'
import { isDisputable } from '../../../disputable.ts'
import { wordsOf } from '../../../words.ts'
import { useWorkspace } from '../../../workspace.ts'

/** The disputes of a payment, and a link to a new dispute. */
export function TransactionDisputes({ transaction }: { readonly transaction: CardTransaction }) {
  const { id, type } = transaction
  const { godwit, profile } = useWorkspace()
  const disputes = useQuery({
    queryKey: ['transaction-disputes', profile.id, id],
    queryFn: () =>
      godwit.disputes.listDisputes({
        path: { profileId: profile.id },
        query: { transactionId: Number(id), pageSize: 100 },
      }),
  })
  if (type === 'REFUND') return null
  return (
    <Panel title="Disputes">
      <Loaded label="Loading disputes" query={disputes}>
        {({ disputes: list }) => (
          <>
            {list.map((dispute) => (
              <p key={dispute.id}>
                <Link to={`/disputes/${dispute.id}`}>{wordsOf(dispute.reason)}</Link>:{' '}
                {wordsOf(dispute.subStatus)}, submitted <Time at={dispute.createdAt} />
              </p>
            ))}
            {isDisputable(transaction) && hasNoObstacle() ? (
              <div>
                <LinkButton to={`/disputes/new/${id}`}>Dispute this payment</LinkButton>
              </div>
            ) : (
              list.length === 0 && (
                <p className="muted">A payment that moved nothing cannot be disputed.</p>
              )
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )

  /** A payment has at most one active dispute, and no other after a dispute has refunded it (D82). */
  function hasNoObstacle(): boolean {
    return !disputes.data?.disputes.some(
      ({ status, subStatus }) => status === 'ACTIVE' || subStatus === 'REFUNDED',
    )
  }
}
