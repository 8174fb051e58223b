import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { disputeStates } from '../../../../src/disputes/states.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { AttemptsPanel } from '../../history/AttemptsPanel.tsx'
import { RequestsPanel } from '../../history/RequestsPanel.tsx'
import { StatesPanel } from '../../history/StatesPanel.tsx'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { DisputeDetails } from './DisputeDetails.tsx'
import { DisputeStatus } from './DisputeStatus.tsx'
import { DisputeTimeline } from './DisputeTimeline.tsx'
import { DisputeMoves } from './moves/DisputeMoves.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import '../../history/history.css'
import './disputes.css'

/** One dispute: its history, the next moves, and the money that the payment and its refunds have moved. */
export function DisputePage() {
  const { disputeId } = useParams({ strict: false }) as { disputeId: string }
  const { godwit, profile } = useWorkspace()
  const dispute = useQuery({
    queryKey: ['dispute', profile.id, disputeId],
    queryFn: () => godwit.disputes.getDispute({ path: { profileId: profile.id, disputeId } }),
  })
  const { data } = dispute
  return (
    <div className="stack">
      <PageHeader
        description={data?.statusMessage}
        title={data ? `Dispute: ${wordsOf(data.reason)}` : 'Dispute'}
      >
        {data && <DisputeStatus subStatus={data.subStatus} />}
      </PageHeader>
      <Loaded label="Loading the dispute" query={dispute}>
        {(found) => (
          <>
            <div className="history-columns">
              <div className="stack">
                <DisputeTimeline dispute={found} />
                <AttemptsPanel
                  event="transaction-disputes#update"
                  resource={`dispute:${found.id}`}
                />
                <DisputeDetails dispute={found} />
              </div>
              <div className="stack">
                <StatesPanel
                  current={found.subStatus}
                  machine={disputeStates}
                  resource={`dispute:${found.id}`}
                />
                {/* A new key discards the input and the errors of the last move. */}
                <DisputeMoves dispute={found} key={found.subStatus} />
              </div>
            </div>
            <PaymentPanel transactionId={found.transactionId} />
            <RequestsPanel noun="the dispute" subject={`dispute:${found.id}`} />
          </>
        )}
      </Loaded>
    </div>
  )
}
