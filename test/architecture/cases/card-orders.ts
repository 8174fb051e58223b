// The cases of idempotency.test.ts for the writing operations of the module `card-orders`.

import {
  orderBody,
  ordersCard,
  ordersPath,
} from '../../../src/card-orders/test/card-order-fixtures.ts'
import { type CaseSetup, caseOf, forUser } from './case.ts'

export const cardOrdersCases: Readonly<Record<string, CaseSetup>> = {
  'card-orders.create': forUser((ann) =>
    caseOf(ann, `POST ${ordersPath(ann.personal)}`, orderBody(), orderBody({ lifetimeLimit: 5 })),
  ),
  'card-orders.change-status': forUser(async (ann) => {
    const { id } = await ordersCard(ann)
    return caseOf(ann, `PUT ${ordersPath(ann.personal)}/${id}/status`, { status: 'CANCELLED' })
  }),
}
