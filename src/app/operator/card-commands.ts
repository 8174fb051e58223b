// The operator's commands about cards (D60, D63).

import { BY_SERVICE, findCard, listReveals, moveCard, restoreCard } from '../../cards/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { latestLines } from './latest-lines.ts'
import { type Command, idOption, type Options, UsageError, uuidOption } from './options.ts'

const SHOWN_REVEALS_MAX = 100

const cardOptions = ['profile', 'card'] as const

async function cardOf(tx: Tx, options: Options) {
  const profileId = idOption<'profile'>(options, 'profile')
  const token = uuidOption(options, 'card').toLowerCase()
  const card = await findCard(tx, profileId, token)
  if (card === undefined)
    throw new UsageError(`Profile ${profileId} has no card ${token}. Check --profile and --card.`)
  return card
}

const cardSuspend: Command = {
  name: 'card suspend',
  summary: 'Stops a card, for example after fraud: the customer cannot activate it.',
  required: cardOptions,
  optional: [],
  async run(tx, options, { now }) {
    const card = await cardOf(tx, options)
    const { token, status } = await moveCard(tx, card, {
      move: 'suspend',
      changedBy: BY_SERVICE,
      now,
    })
    return [`card ${token} is ${status}`]
  },
}

const cardRestore: Command = {
  name: 'card restore',
  summary: 'Returns a suspended card to the status that it had before.',
  required: cardOptions,
  optional: [],
  async run(tx, options, { now }) {
    const card = await cardOf(tx, options)
    const { token, status } = await restoreCard(tx, card, { changedBy: BY_SERVICE, now })
    return [`card ${token} is ${status}`]
  },
}

const revealList: Command = {
  name: 'reveal list',
  summary: `Lists who saw the number or the PIN of a card: the latest ${SHOWN_REVEALS_MAX}, newest first.`,
  required: cardOptions,
  optional: [],
  async run(tx, options) {
    const { profileId, id: cardId } = await cardOf(tx, options)
    const rows = await listReveals(tx, { profileId, cardId }, SHOWN_REVEALS_MAX + 1)
    return latestLines(rows, SHOWN_REVEALS_MAX, ({ revealedAt, shown, userId, clientId }) =>
      [revealedAt, shown, `user ${userId}`, clientId].join('  '),
    )
  },
}

export const cardCommands: readonly Command[] = [cardSuspend, cardRestore, revealList]
