// Sets and reads spending limits of a card, for tests.

import type { Person } from '../../../test/support/people.ts'
import { ok } from '../../../test/support/transfers.ts'
import { type CardInPath, pathOf } from './card-paths.ts'

/** Sends the request that sets a limit of the card. `maxLimitAmount` is in major units. */
export const setCardLimit = (
  ann: Pick<Person, 'call'>,
  card: CardInPath,
  cardLimitType: string,
  maxLimitAmount: unknown,
) =>
  ann.call(`PATCH ${pathOf(card, '/spending-limits')}`, { body: { cardLimitType, maxLimitAmount } })

/** The limits that are set, as type, usage/threshold, currency and expiresAt: `LIFETIME 0/1000 GBP null`. */
export async function readsLimits(ann: Pick<Person, 'call'>, card: CardInPath): Promise<string[]> {
  const { spendings } = await ok(ann.call(`GET ${pathOf(card, '/spending-limits')}`))
  const general = spendings.find(({ type }: { type: string }) => type === 'GENERAL')
  return (general.limits ?? []).map(
    (limit: Record<string, unknown>) =>
      `${limit['type']} ${limit['usage']}/${limit['threshold']} ${limit['currency']} ${limit['expiresAt']}`,
  )
}
