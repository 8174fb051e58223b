import type { Card } from '@godwit/sdk'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'

export function CardDetails({ card }: { readonly card: Card }) {
  const { firstLine, secondLine, thirdLine, city, postCode, state, country } = card.billingAddress
  const address = [firstLine, secondLine, thirdLine, city, postCode, state, country]
  return (
    <Panel title="Details">
      <Details
        rows={[
          ['Card token', <code key="token">{card.cardToken}</code>],
          ['Holder', card.cardHolderName],
          ['Program', <code key="program">{card.cardProgram.name}</code>],
          ['Number', `${card.bankIdentificationNumber}•••••• ${card.lastFourDigits}`],
          ['Expires', card.expiryDate],
          ['Phone number', card.phoneNumber],
          ['Billing address', address.filter(Boolean).join(', ')],
          ['Ordered with', card.clientId],
          ['Issued', <Time at={card.creationTime} key="issued" />],
          ['Last change', <Time at={card.modificationTime} key="changed" />],
        ]}
      />
    </Panel>
  )
}
