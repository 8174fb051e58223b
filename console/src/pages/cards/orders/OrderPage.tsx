import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { cardOrderStates } from '../../../../../src/card-orders/states.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { AttemptsPanel } from '../../../history/AttemptsPanel.tsx'
import { MovesPanel } from '../../../history/MovesPanel.tsx'
import { RequestsPanel } from '../../../history/RequestsPanel.tsx'
import { StatesPanel } from '../../../history/StatesPanel.tsx'
import { idInPath } from '../../../id-in-path.ts'
import { useWorkspace } from '../../../workspace.ts'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderStatus } from './OrderStatus.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { movesOfOrder } from './order-moves.ts'
import { PinPanel } from './PinPanel.tsx'
import '../../../history/history.css'

/**
 * The page polls, because the service issues the card and completes the order some moments after the request that causes the move.
 * The interval is a choice of this project.
 */
const REFRESH_MS = 3_000

/** One card order: its states, its next moves, and the PIN of its card. */
export function OrderPage() {
  const { orderId } = useParams({ strict: false }) as { orderId: string }
  const { godwit, profile } = useWorkspace()
  const order = useQuery({
    queryKey: ['card-order', profile.id, orderId],
    queryFn: () =>
      godwit.cardOrders.getCardOrder({
        path: { profileId: profile.id, cardOrderId: idInPath('card order', orderId) },
      }),
    refetchInterval: REFRESH_MS,
  })
  const status = order.data?.status
  // Events and the log of requests name a card order differently.
  const resource = `card-order:${orderId}`
  const subject = `order:${orderId}`
  return (
    <div className="stack">
      <PageHeader description={<Link to="/cards">All cards</Link>} title={`Card order ${orderId}`}>
        {status && <OrderStatus status={status} />}
      </PageHeader>
      <Loaded label="Loading the order" query={order}>
        {(found) => (
          <>
            <div className="history-columns">
              <div className="stack">
                <OrderTimeline order={found} />
                <AttemptsPanel event="cards#card-order-status-change" resource={resource} />
                <OrderDetails order={found} />
              </div>
              <div className="stack">
                <StatesPanel current={found.status} machine={cardOrderStates} resource={resource} />
                <MovesPanel
                  moves={movesOfOrder(godwit, found)}
                  showState={(state) => <OrderStatus status={state} />}
                />
                {found.cardType === 'PHYSICAL' && <PinPanel key={found.id} order={found} />}
              </div>
            </div>
            <RequestsPanel noun="the order" subject={subject} />
          </>
        )}
      </Loaded>
    </div>
  )
}
