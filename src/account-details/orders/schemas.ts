// Request and reply shapes of orders.

import Type, { type Static } from 'typebox'
import { currencyCode, input, instantOut, oneOf, toMicrosecond, uuid } from '../../kernel/wire.ts'
import { requirementStatuses, requirementsOf, requirementTypes, shownStatus } from '../model.ts'
import type { OrderRow } from './store.ts'

export const CreateOrder = input(
  {
    currency: currencyCode('The currency of an open STANDARD balance', { examples: ['EUR'] }),
  },
  { title: 'CreateAccountDetailsOrderRequest' },
)

export const ListOrders = input({
  currency: Type.Optional(currencyCode('Only orders in this currency', { examples: ['EUR'] })),
})

const status = oneOf(
  requirementStatuses,
  'PENDING_USER: the user has to act; PENDING_TW: the service has to act; DONE: nothing is left to do',
)

export const AccountDetailsOrder = Type.Object(
  {
    id: uuid('The order'),
    status,
    currency: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
    requirements: Type.Array(
      Type.Object({
        type: oneOf(
          requirementTypes,
          'VERIFICATION: the profile must be verified; TOP_UP: a fee must be paid',
        ),
        status,
      }),
      {
        description:
          'The requirements of the order, which must be done before the account details are issued',
      },
    ),
    creationTime: instantOut('When the order was created'),
    modificationTime: instantOut('When the order last changed'),
  },
  { title: 'AccountDetailsOrder' },
)
export const AccountDetailsOrderList = Type.Array(AccountDetailsOrder, {
  title: 'AccountDetailsOrderList',
})

export function showOrder(order: OrderRow): Static<typeof AccountDetailsOrder> {
  return {
    id: order.id,
    status: shownStatus(order.status),
    currency: order.currency,
    requirements: requirementsOf(order),
    creationTime: toMicrosecond(order.createdAt),
    modificationTime: toMicrosecond(order.modifiedAt),
  }
}
