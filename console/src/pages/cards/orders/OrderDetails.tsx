import type { CardOrder } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../../components/Amount.tsx'
import { Details } from '../../../components/Details.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/Time.tsx'
import { wordsOf } from '../../../words.ts'
import { cardAddressText } from '../address-text.ts'
import { programText } from '../program-text.ts'
import { requirementNames, useRequirements } from './use-requirements.ts'

export function OrderDetails({ order }: { readonly order: CardOrder }) {
  const { cardToken, cardProgram, cardType, deliveryDetails: delivery, lifetimeLimit } = order
  const { data } = useRequirements(order.id)
  const isPhysical = cardType === 'PHYSICAL'
  return (
    <Panel title="Details">
      <Details
        rows={[
          [
            'Card',
            cardToken && (
              <Link key="card" to={`/cards/${cardToken}`}>
                Open the card
              </Link>
            ),
          ],
          ...(data?.requirements ?? []).map(
            ({ type, status }) =>
              [`Requirement: ${requirementNames[type]}`, wordsOf(status)] as const,
          ),
          ['Holder', order.cardHolderName],
          ['Name on the card', order.embossedName],
          ['Phone number', order.phoneNumber],
          [isPhysical ? 'Sent to' : 'Billing address', cardAddressText(order.address)],
          ['Expected', isPhysical && <Time at={order.deliveryEstimate} key="expected" />],
          ['Delivered by', delivery && `${delivery.deliveryVendor}, ${delivery.trackingNumber}`],
          [
            'Lifetime limit',
            <Amount currency={cardProgram.defaultCurrency} key="limit" value={lifetimeLimit} />,
          ],
          ['Program', programText(cardProgram)],
          ['Program in requests', <code key="program">{cardProgram.name}</code>],
          ['Ordered', <Time at={order.creationTime} key="ordered" />],
          ['Ordered with', order.clientId],
        ]}
      />
    </Panel>
  )
}
