// A user with money on a balance and a terminal with the user's card, for tests of card payments.

import { rowLock } from '../../../test/support/race.ts'
import type { TestService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { createsTerminal } from '../../card-transactions/test/terminal.ts'

/** Creates a user with `amount` pounds on a new balance, and a terminal at which the user's card is used. */
export async function createsCardHolder(
  service: TestService,
  amount = 100,
  options: Parameters<typeof createsTerminal>[2] = {},
) {
  const ann = await service.createUser()
  const balance = await topsUp(ann, 'GBP', amount)
  return { ann, balance, terminal: await createsTerminal(service, ann, options) }
}

/** The lock that every change of a card transaction waits for. */
export const transactionLock = (id: number) => rowLock('card_transactions', { id })
