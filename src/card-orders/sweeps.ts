// Sweeps that fulfil the requirements of the card orders of verified profiles, issue ordered cards, and complete the orders of
// activated cards.

import type { Id } from '../kernel/ids.ts'
import { ROWS_PER_RUN_MAX, type SweepKey, sweep } from '../kernel/sweep.ts'
import { getProfile } from '../profiles/index.ts'
import {
  completeActivatedOrder,
  fulfilRequirements,
  issueOrderedCard,
} from './moves/proceed-orders.ts'

const key = { profileId: 'profile_id', id: 'id' }
const subjectOf = ({ profileId, id }: SweepKey) => ({
  profileId: profileId as Id<'profile'>,
  orderId: Number(id) as Id<'card-order'>,
})

export const fulfilVerified = sweep({
  name: 'card-orders.fulfil-requirements',
  summary:
    'Fulfils the requirements of a card order that is still PLACED although its profile is verified (D42).',
  table: 'card_orders',
  key,
  dueAt: 't.created_at',
  where: `t.status = 'PLACED'
         and exists (select 1 from profiles p where p.id = t.profile_id and p.verified)`,
  batchMax: ROWS_PER_RUN_MAX,
  act: async (tx, swept, now, { settings }) => {
    const { profileId } = subjectOf(swept)
    const { verified } = await getProfile(tx, profileId)
    return verified && fulfilRequirements(tx, profileId, { now, settings })
  },
})

export const issueCards = sweep({
  name: 'card-orders.issue-card',
  summary: 'Issues the card of an order whose requirements are fulfilled (D77).',
  table: 'card_orders',
  key,
  dueAt: 't.modified_at',
  where: `t.status = 'REQUIREMENTS_FULFILLED'`,
  eager: true,
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, swept, now, { random, settings }) =>
    issueOrderedCard(tx, subjectOf(swept), { now, random, settings }),
})

export const completeOrders = sweep({
  name: 'card-orders.complete',
  summary: 'Completes the order of a physical card that its holder has activated (D77).',
  table: 'card_orders',
  key,
  dueAt: 't.modified_at',
  where: `t.status in ('CARD_DETAILS_CREATED', 'PRODUCED')
         and exists (select 1 from cards c where c.profile_id = t.profile_id and c.id = t.card_id
                        and c.activated_at is not null)`,
  eager: true,
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, swept, now, { settings }) =>
    completeActivatedOrder(tx, subjectOf(swept), { now, settings }),
})
