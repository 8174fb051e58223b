import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useWorkspace } from '../../workspace.ts'
import { CardControl } from './CardControl.tsx'
import { CardDetails } from './CardDetails.tsx'
import { CardStatus } from './CardStatus.tsx'
import { LimitsPanel } from './limits/LimitsPanel.tsx'
import { PermissionsPanel } from './limits/PermissionsPanel.tsx'
import { TerminalPanel } from './payments/TerminalPanel.tsx'
import { CardNumber } from './secrets/CardNumber.tsx'
import { CardPin } from './secrets/CardPin.tsx'
import { TransactionsPanel } from './transactions/TransactionsPanel.tsx'
import './cards.css'

/** One card: a terminal at which it pays, its status, secrets, transactions, limits and permissions. */
export function CardPage() {
  const { cardToken } = useParams({ strict: false }) as { cardToken: string }
  const { godwit, profile } = useWorkspace()
  const card = useQuery({
    queryKey: ['card', profile.id, cardToken],
    queryFn: () => godwit.cards.getCard({ path: { profileId: profile.id, cardToken } }),
  })
  return (
    <div className="stack">
      <PageHeader title={card.data ? `Card •••• ${card.data.lastFourDigits}` : 'Card'}>
        {card.data && <CardStatus status={card.data.status} />}
      </PageHeader>
      <Loaded label="Loading the card" query={card}>
        {(found) => (
          <>
            <div className="cards-columns">
              <TerminalPanel card={found} key={found.cardToken} />
              <div className="stack">
                <CardControl card={found} />
                <CardNumber card={found} key={`number ${found.cardToken}`} />
                <CardPin card={found} key={`pin ${found.cardToken}`} />
              </div>
            </div>
            <TransactionsPanel cardToken={found.cardToken} />
            <div className="cards-columns">
              <LimitsPanel card={found} />
              <PermissionsPanel card={found} />
            </div>
            <CardDetails card={found} />
          </>
        )}
      </Loaded>
    </div>
  )
}
