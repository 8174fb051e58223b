import type { Card } from '@godwit/sdk'
import { Details } from '../../../components/Details.tsx'
import { useWorkspace } from '../../../workspace.ts'
import { SecretPanel } from './SecretPanel.tsx'
import { revealDetails } from './secrets.ts'

export function CardNumber({ card }: { readonly card: Card }) {
  const { godwit } = useWorkspace()
  return (
    <SecretPanel
      card={card}
      contents="Number, expiry date and code"
      noun="number"
      reveal={(approvalHeaders) => revealDetails(godwit, card.cardToken, approvalHeaders)}
      title="Number and code"
    >
      {({ pan, expiryDate, cvv2, cardholderName }) => (
        <Details
          rows={[
            [
              'Number',
              <span className="cards-number" key="number">
                {pan.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}
              </span>,
            ],
            ['Expires', expiryDate],
            ['Security code', cvv2],
            ['Holder', cardholderName],
          ]}
        />
      )}
    </SecretPanel>
  )
}
