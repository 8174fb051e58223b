// Endpoints that simulate the card manufacturer and the delivery of physical cards.

import Type from 'typebox'
import {
  CardNotPhysical,
  CardOrder,
  CardOrderConflict,
  CardOrderNotFound,
  changeOrder,
  ErrorCodeNotAllowed,
  OrderParams,
  productionStatuses,
  reportProduction,
  showOrder,
} from '../../card-orders/index.ts'
import { BY_SERVICE, CardNotFound } from '../../cards/index.ts'
import { writes } from '../../kernel/endpoint.ts'
import { idIn, input, nullable, oneOf, uuid } from '../../kernel/wire.ts'

const moveByState = { produced: 'produce', returned: 'return' } as const
const states = ['produced', 'returned'] as const

export const moveCardOrder = writes(
  {
    id: 'simulation.card-order',
    operationId: 'simulateCardOrder',
    route: 'POST /v1/simulation/spend/profiles/{profileId}/card-orders/{cardOrderId}/{state}',
    summary: 'Produce a physical card, or return it because its delivery failed.',
    spec: 'C 3.2, D77, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({
      ...OrderParams.properties,
      state: oneOf(states, 'The new status of the order of the physical card'),
    }),
    reply: CardOrder,
    onRepeat: 'same',
    errors: [CardOrderNotFound, CardOrderConflict],
  },
  async (tx, { params: { profileId, cardOrderId, state }, now, settings }) => {
    const order = await changeOrder(tx, {
      profileId,
      orderId: cardOrderId,
      move: moveByState[state],
      changedBy: BY_SERVICE,
      field: 'state',
      now,
      settings,
    })
    return showOrder(order, { now, settings })
  },
)

const status = oneOf(productionStatuses, 'The result that the card manufacturer reports')
/** In characters; a choice of this project. */
const ERROR_CODE_LENGTH_MAX = 64
const errorCode = Type.String({
  pattern: `^[A-Z0-9_]{1,${ERROR_CODE_LENGTH_MAX}}$`,
  description: `Why the production failed: at most ${ERROR_CODE_LENGTH_MAX} capital letters, digits and underscores; only with PRODUCTION_ERROR`,
  examples: ['PIN_VERIFICATION_FAILED'],
})

export const cardProduction = writes(
  {
    id: 'simulation.card-production',
    operationId: 'simulateCardProduction',
    route: 'POST /v3/spend/profiles/{profileId}/cards/{cardToken}/production',
    aliases: ['POST /v1/simulation/spend/profiles/{profileId}/cards/{cardToken}/production'],
    summary:
      'Report that a physical card was produced, which moves its order, or that its production failed.',
    spec: 'Facts 9.5, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({
      profileId: idIn('profile'),
      cardToken: uuid('The token of the card'),
    }),
    body: input(
      { status, errorCode: Type.Optional(errorCode) },
      {
        title: 'SimulateCardProductionRequest',
        examples: [{ status: 'PRODUCTION_ERROR', errorCode: 'PIN_VERIFICATION_FAILED' }],
      },
    ),
    reply: Type.Object(
      { status, errorCode: nullable(errorCode) },
      {
        title: 'CardProduction',
        description: 'The report of the card manufacturer about a physical card',
      },
    ),
    onRepeat: 'same',
    errors: [ErrorCodeNotAllowed, CardNotFound, CardNotPhysical, CardOrderConflict],
  },
  async (tx, { params, body, now, settings }) => {
    await reportProduction(tx, { ...params, ...body, now, settings })
    return { status: body.status, errorCode: body.errorCode ?? null }
  },
)
