import type { Card } from '@godwit/sdk'
import { useWorkspace } from '../../../workspace.ts'
import { SecretPanel } from './SecretPanel.tsx'
import { revealPin } from './secrets.ts'

export function CardPin({ card }: { readonly card: Card }) {
  const { godwit } = useWorkspace()
  return (
    <SecretPanel
      card={card}
      contents="The four digits that terminals and cash machines demand"
      noun="PIN of the card"
      reveal={(approvalHeaders) => revealPin(godwit, card.cardToken, approvalHeaders)}
      title="PIN"
    >
      {({ pin }) => <p className="cards-number">{pin}</p>}
    </SecretPanel>
  )
}
