import type { CardTransaction, Dispute } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/Time.tsx'
import { isDisputable } from '../../../disputable.ts'
import { wordsOf } from '../../../words.ts'
import { useWorkspace } from '../../../workspace.ts'

/** The largest page of the API. A payment has few disputes: each ends before the next begins. */
const DISPUTES_MAX = 100

/** The disputes of a payment, and a link to a new dispute. */
export function TransactionDisputes({ transaction }: { readonly transaction: CardTransaction }) {
  const { id, type } = transaction
  const { godwit, profile } = useWorkspace()
  const disputes = useQuery({
    queryKey: ['transaction-disputes', profile.id, id],
    queryFn: () =>
      godwit.disputes.listDisputes({
        path: { profileId: profile.id },
        query: { transactionId: Number(id), pageSize: DISPUTES_MAX },
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
            {isDisputable(transaction) && !list.some(preventsAnother) ? (
              <div>
                <LinkButton to={`/disputes/new/${id}`}>Dispute this payment</LinkButton>
              </div>
            ) : (
              list.length === 0 && (
                <p className="muted">A declined or cancelled payment cannot be disputed.</p>
              )
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** A payment has at most one active dispute, and no other after a dispute has refunded it (D82). */
const preventsAnother = ({ status, subStatus }: Dispute) =>
  status === 'ACTIVE' || subStatus === 'REFUNDED'
