// The endpoint that does what the maker and the delivery vendor of physical cards do.

import Type from 'typebox'
import {
  CardOrder,
  CardOrderConflict,
  CardOrderNotFound,
  changeOrder,
  OrderParams,
  showOrder,
} from '../card-orders/index.ts'
import { BY_SERVICE } from '../cards/index.ts'
import { writes } from '../kernel/endpoint.ts'
import { oneOf } from '../kernel/wire.ts'

const moveOf = { produced: 'produce', returned: 'return' } as const
const states = ['produced', 'returned'] as const

export const moveCardOrder = writes(
  {
    id: 'simulation.card-order',
    operationId: 'simulateCardOrder',
    route: 'POST /v1/simulation/spend/profiles/{profileId}/card-orders/{cardOrderId}/{state}',
    summary: 'A physical card is produced, or comes back because its delivery failed.',
    spec: 'C 3.2, D77, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({
      ...OrderParams.properties,
      state: oneOf(states, 'What happened to the card'),
    }),
    reply: CardOrder,
    onRepeat: 'same',
    errors: [CardOrderNotFound, CardOrderConflict],
  },
  async (tx, { params: { profileId, cardOrderId, state }, now, settings }) => {
    const subject = { profileId, orderId: cardOrderId, move: moveOf[state] }
    const order = await changeOrder(tx, { ...subject, changedBy: BY_SERVICE, now, settings })
    return showOrder(order, { now, settings })
  },
)
