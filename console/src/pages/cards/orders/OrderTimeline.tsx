import type { CardOrder } from '@godwit/sdk'
import { Link } from '@tanstack/react-router'
import type { IsCause } from '../../../history/history.ts'
import { TimelinePanel } from '../../../history/TimelinePanel.tsx'

/** The states of the order, with the requests about the order and about its card: activating the card completes the order. */
export function OrderTimeline({ order }: { readonly order: CardOrder }) {
  const { id, cardToken } = order
  return (
    <TimelinePanel
      empty="The order may belong to another of your profiles: choose that profile in the navigation."
      hint={({ to }) =>
        // The list of requests does not show whether a production succeeded or failed.
        to === 'PRODUCED' && (
          <Link
            search={{ query: `operation:simulateCardProduction card:${cardToken}` }}
            to="/requests"
          >
            Reported by the maker of the card
          </Link>
        )
      }
      isCause={isCauseOf(order)}
      resource={`card-order:${id}`}
      subjects={[`order:${id}`, ...(cardToken ? [`card:${cardToken}`] : [])]}
    />
  )
}

/**
 * An order is in each status at most once. Where `setCardStatus` has completed the order of a physical card, the first successful
 * request of that operation activated the card: an inactive card cannot be frozen, and a blocked card cannot be activated.
 */
function isCauseOf({ cardType }: CardOrder): IsCause {
  return ({ operation, path }, { to, number }) => {
    if (operation === 'createCardOrder') return number === 1
    if (operation === 'simulateCardOrder') return path.endsWith(`/${to?.toLowerCase()}`)
    if (operation === 'changeCardOrderStatus') return to === 'CANCELLED' || to === 'COMPLETED'
    return operation === 'setCardStatus' && to === 'COMPLETED' && cardType === 'PHYSICAL'
  }
}
