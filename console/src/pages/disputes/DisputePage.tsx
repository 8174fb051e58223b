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
import { MovesPanel } from './moves/MovesPanel.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import './disputes.css'

/** One dispute: its history, the next moves, and the money that the payment and its refunds have moved. */
export function DisputePage() {
  const { disputeId } = useParams({ strict: false }) as { disputeId: string }
  const { godwit, profile } = useWorkspace()
  const dispute = useQuery({
    queryKey: ['dispute', profile.id, disputeId],
    queryFn: () => godwit.disputes.getDispute({ path: { profileId: profile.id, disputeId } }),
  })
  const { data: found } = dispute
  return (
    <div className="stack">
      <PageHeader
        description={found?.statusMessage}
        title={found ? `Dispute: ${wordsOf(found.reason)}` : 'Dispute'}
      >
        {found && <DisputeStatus subStatus={found.subStatus} />}
      </PageHeader>
      <Loaded label="Loading the dispute" query={dispute}>
        {(loaded) => (
          <>
            <div className="disputes-columns">
              <div className="stack">
                <MovesPanel dispute={loaded} key={loaded.subStatus} />
                <DisputeTimeline dispute={loaded} />
                <AttemptsPanel
                  event="transaction-disputes#update"
                  resource={`dispute:${loaded.id}`}
                />
              </div>
              <div className="stack">
                <StatesPanel
                  current={loaded.subStatus}
                  machine={disputeStates}
                  resource={`dispute:${loaded.id}`}
                />
                <DisputeDetails dispute={loaded} />
              </div>
            </div>
            <PaymentPanel transactionId={loaded.transactionId} />
            <RequestsPanel noun="the dispute" subject={`dispute:${loaded.id}`} />
          </>
        )}
      </Loaded>
    </div>
  )
}
