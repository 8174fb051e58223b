import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { disputeStates } from '../../../../src/disputes/states.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { StateMachine } from '../../money/StateMachine.tsx'
import { useEvents } from '../../money/use-events.ts'
import { wordsOf } from '../../words.ts'
import { useWorkspace } from '../../workspace.ts'
import { DisputeDetails } from './DisputeDetails.tsx'
import { DisputeStatus } from './DisputeStatus.tsx'
import { MovesPanel } from './MovesPanel.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { TimelinePanel } from './TimelinePanel.tsx'
import './disputes.css'

/** One dispute: what has happened, what the review can do, and the money of the payment. */
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
                <TimelinePanel disputeId={loaded.id} />
              </div>
              <div className="stack">
                <Panel title="States">
                  <States id={loaded.id} subStatus={loaded.subStatus} />
                </Panel>
                <DisputeDetails dispute={loaded} />
              </div>
            </div>
            <PaymentPanel transactionId={loaded.transactionId} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function States({ id, subStatus }: { readonly id: string; readonly subStatus: string }) {
  const { data = [] } = useEvents(`dispute:${id}`)
  const past = data.flatMap(({ to }) => (to === null || to === subStatus ? [] : [to]))
  return <StateMachine current={subStatus} machine={disputeStates} past={past} />
}
