// The endpoints of card orders.

import Type from 'typebox'
import { clientIdOf } from '../cards/index.ts'
import { reads, writes } from '../kernel/endpoint.ts'
import { readPage } from '../kernel/pages.ts'
import { checkAddress } from './addresses/check-address.ts'
import { listAvailablePrograms } from './availability.ts'
import { createOrder } from './create-order.ts'
import {
  AddressesDiffer,
  CardOrderConflict,
  CardOrderLimit,
  CardOrderNotFound,
  CardOrderNotSupported,
  OrderFieldNotValid,
  OrderFieldRequired,
  ProgramUnavailable,
} from './errors.ts'
import { getOrder } from './get-order.ts'
import { changeOrder } from './moves/change-status.ts'
import { requirementsOf } from './requirements.ts'
import {
  AddressToValidate,
  NewOrder,
  NewStatus,
  OrderParams,
  PageQuery,
  ProfileParams,
} from './schemas.ts'
import {
  AddressFaults,
  Availability,
  CardOrder,
  CardOrderPage,
  Requirements,
  showAvailability,
  showOrder,
  showRequirements,
} from './show-order.ts'
import { countOrders, listOrdersBetween, lockOrder } from './store.ts'

const access = { token: 'user', owns: 'profileId' } as const

export const availability = reads(
  {
    id: 'card-orders.availability',
    operationId: 'listAvailableCardPrograms',
    route: 'GET /v3/spend/profiles/{profileId}/card-orders/availability',
    summary: 'List the card programs that the profile may order now.',
    spec: 'C 4.2, D58, D78',
    access,
    params: ProfileParams,
    reply: Availability,
    errors: [],
  },
  async (db, { params: { profileId }, now, mode, settings }) =>
    showAvailability(await listAvailablePrograms(db, profileId, { now, mode, settings }), settings),
)

export const create = writes(
  {
    id: 'card-orders.create',
    operationId: 'createCardOrder',
    route: 'POST /v3/spend/profiles/{profileId}/card-orders',
    summary: 'Order a virtual or a physical card.',
    spec: 'C 4.2, D76 to D78',
    access,
    params: ProfileParams,
    body: NewOrder,
    reply: CardOrder,
    idempotencyKey: 'required',
    errors: [
      CardOrderNotSupported,
      ProgramUnavailable,
      OrderFieldRequired,
      OrderFieldNotValid,
      AddressesDiffer,
      CardOrderLimit,
    ],
  },
  async (tx, { params: { profileId }, body, caller, now, mode, settings }) =>
    showOrder(await createOrder(tx, profileId, body, { caller, now, mode, settings }), {
      now,
      settings,
    }),
)

export const list = reads(
  {
    id: 'card-orders.list',
    operationId: 'listCardOrders',
    route: 'GET /v3/spend/profiles/{profileId}/card-orders',
    summary: 'List the card orders of a profile, oldest first.',
    spec: 'C 4.2',
    access,
    params: ProfileParams,
    query: PageQuery,
    reply: CardOrderPage,
    errors: [],
  },
  async (db, { params: { profileId }, query, now, settings }) => {
    const totalCount = await countOrders(db, profileId)
    const orders = await readPage(totalCount, query, (first, last) =>
      listOrdersBetween(db, profileId, first, last),
    )
    return { totalCount, cardOrders: orders.map((order) => showOrder(order, { now, settings })) }
  },
)

export const get = reads(
  {
    id: 'card-orders.get',
    operationId: 'getCardOrder',
    route: 'GET /v3/spend/profiles/{profileId}/card-orders/{cardOrderId}',
    summary: 'Get a card order.',
    spec: 'C 4.2',
    access,
    params: OrderParams,
    reply: CardOrder,
    errors: [CardOrderNotFound],
  },
  async (db, { params: { profileId, cardOrderId }, now, settings }) =>
    showOrder(await getOrder(db, profileId, cardOrderId), { now, settings }),
)

export const requirements = reads(
  {
    id: 'card-orders.requirements',
    operationId: 'listCardOrderRequirements',
    route: 'GET /v3/spend/profiles/{profileId}/card-orders/{cardOrderId}/requirements',
    summary: 'List the requirements of a card order, and the status of each.',
    spec: 'C 2.4, C 4.2, D77a',
    access,
    params: OrderParams,
    reply: Requirements,
    errors: [CardOrderNotFound],
  },
  async (db, { params: { profileId, cardOrderId } }) =>
    showRequirements(await requirementsOf(db, await getOrder(db, profileId, cardOrderId))),
)

const moveOf = { CANCELLED: 'cancel', COMPLETED: 'complete' } as const

export const changeStatus = writes(
  {
    id: 'card-orders.change-status',
    operationId: 'changeCardOrderStatus',
    route: 'PUT /v3/spend/profiles/{profileId}/card-orders/{cardOrderId}/status',
    summary: 'Cancel a card order and block its card, or activate its physical card.',
    spec: 'Facts 12, D77a',
    access: { ...access, sca: 'CARD__ACTIVATE' },
    // Only the first activation of a physical card needs an approval, as in `cards.set-status`.
    protectedWhen: {
      read: async (db, { params: { profileId, cardOrderId }, body }) => {
        const { isActivated, type } = await getOrder(db, profileId, cardOrderId)
        return body.status === 'COMPLETED' && type === 'PHYSICAL' && !isActivated
      },
      lock: (tx, { params: { profileId, cardOrderId } }) => lockOrder(tx, profileId, cardOrderId),
    },
    params: OrderParams,
    body: NewStatus,
    status: 202,
    empty: true,
    reply: Type.Null(),
    onRepeat: 'same',
    errors: [CardOrderNotFound, CardOrderConflict],
  },
  async (tx, { params: { profileId, cardOrderId }, body: { status }, caller, now, settings }) => {
    const changedBy = await clientIdOf(tx, caller)
    const subject = { profileId, orderId: cardOrderId, move: moveOf[status] }
    await changeOrder(tx, { ...subject, changedBy, now, settings })
    return null
  },
)

export const validateAddress = reads(
  {
    id: 'card-orders.validate-address',
    operationId: 'validateCardAddress',
    route: 'POST /v3/spend/address/validate',
    summary: 'Check an address before a card is ordered.',
    spec: 'Facts 12, D88',
    access: { token: 'user' },
    body: AddressToValidate,
    reply: AddressFaults,
    errors: [],
  },
  async (_, { body }) => ({
    errors: checkAddress(body).faults.map(({ field, message }) => ({ field, message })),
  }),
)
