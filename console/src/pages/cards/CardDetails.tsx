import type { Card } from '@godwit/sdk'
import { Details } from '../../components/Details.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/Time.tsx'
import { cardAddressText } from './address-text.ts'
import { programText } from './program-text.ts'

export function CardDetails({ card }: { readonly card: Card }) {
  return (
    <Panel title="Details">
      <Details
        rows={[
          ['Card token', <code key="token">{card.cardToken}</code>],
          ['Holder', card.cardHolderName],
          ['Program', programText(card.cardProgram)],
          ['Program in requests', <code key="program">{card.cardProgram.name}</code>],
          ['Number', `${card.bankIdentificationNumber}•••••• ${card.lastFourDigits}`],
          ['Expires', card.expiryDate],
          ['Phone number', card.phoneNumber],
          ['Billing address', cardAddressText(card.billingAddress)],
          ['Ordered with', card.clientId],
          ['Issued', <Time at={card.creationTime} key="issued" />],
          ['Last change', <Time at={card.modificationTime} key="changed" />],
        ]}
      />
    </Panel>
  )
}
