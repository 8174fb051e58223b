import type { Card } from '@godwit/sdk'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../components/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { LIMITS_KEY, LimitForm, type LimitName } from './LimitForm.tsx'

const names: readonly LimitName[] = ['transaction', 'daily', 'monthly', 'lifetime']

/** The spending limits of the card. Each limit except that of a single transaction also has the amount spent. */
export function LimitsPanel({ card }: { readonly card: Card }) {
  const { godwit, profile } = useWorkspace()
  const limits = useQuery({
    queryKey: [...LIMITS_KEY, profile.id, card.cardToken],
    queryFn: () =>
      godwit.cards.getCardSpendLimits({
        path: { profileId: profile.id, cardToken: card.cardToken },
      }),
  })
  return (
    <Panel title="Limits">
      <Loaded label="Loading limits" query={limits}>
        {(found) => (
          <div className="cards-limits">
            {names.map((name) => (
              <LimitForm card={card} key={name} limit={found[name]} name={name} />
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
