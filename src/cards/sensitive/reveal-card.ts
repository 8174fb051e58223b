// Shows the data of a card to its holder (D63). Each view is counted, and recorded with the user, the application and the kind
// of data.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { dataKey } from '../../kernel/keys/data-keys.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Report } from '../../kernel/security-event.ts'
import { beginningOf, endOf } from '../../kernel/timer.ts'
import { clientIdOf } from '../client-id.ts'
import { CardNotRevealed, TooManyReveals } from '../errors.ts'
import { getCard } from '../get-card.ts'
import { panLabel, pinLabel } from '../issue/issue-card.ts'
import { findSealedCard } from '../issue/issue-store.ts'
import { sandboxCodes } from '../issue/numbers.ts'
import { printedExpiry, statusAt } from '../model.ts'
import { cardDataShown } from '../security-events.ts'
import { type CardRow, lockCard } from '../store.ts'
import { revealWindow } from '../timers.ts'
import { findNthLatestReveal, insertReveal, type ShownData } from './reveal-store.ts'

/** How often the data of a card may be shown within `revealWindow` (D63). */
export const REVEALS_MAX = 10

type Input = {
  readonly card: CardRow
  readonly shown: ShownData
  readonly caller: UserCaller
  readonly nonce: string
  readonly now: Temporal.Instant
  /** Views are counted by the real clock. */
  readonly realNow: Temporal.Instant
  readonly report: Report
}

/** Returns the data as JSON text, to be encrypted for the client. Refuses with CardNotRevealed or TooManyReveals. */
export async function revealCard(tx: Tx, input: Input): Promise<string> {
  const { shown, caller, nonce, now, realNow, report } = input
  const { profileId, token: cardToken } = input.card
  // Without the lock, concurrent views would not count each other, and a card could be shown while it is being blocked.
  await lockCard(tx, profileId, cardToken)
  const card = await getCard(tx, { profileId, cardToken })
  const status = statusAt(card, now)
  if (status !== 'ACTIVE' && status !== 'FROZEN') refuse(CardNotRevealed, { arguments: [status] })
  const subject = { profileId, cardId: card.id }
  const since = beginningOf(revealWindow, realNow)
  const oldest = await findNthLatestReveal(tx, subject, since, REVEALS_MAX)
  if (oldest !== undefined) throw tooManyReveals(oldest, realNow)
  const data = await dataOf(tx, card, shown)
  const { userId } = caller
  const clientId = await clientIdOf(tx, caller)
  await insertReveal(tx, { ...subject, userId, clientId, shown, revealedAt: realNow })
  report(cardDataShown, { ...subject, userId, shown })
  return JSON.stringify({ nonce, ...data })
}

function tooManyReveals(oldest: Temporal.Instant, now: Temporal.Instant): Refusal {
  const secondsLeft = endOf(revealWindow, oldest).since(now).total('seconds')
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(secondsLeft))) }
  return new Refusal([{ kind: TooManyReveals }], { headers })
}

async function dataOf(tx: Tx, card: CardRow, shown: ShownData): Promise<object> {
  const sealed = await findSealedCard(tx, card)
  if (sealed === undefined) throw new Error(`the ${card.status} card ${card.id} has no number`)
  const key = await dataKey(tx, 'cards')
  if (shown === 'PIN') return { pin: String(await key.open(sealed.pin, pinLabel(card))) }
  return {
    cvv2: sandboxCodes.cvv2,
    pan: String(await key.open(sealed.pan, panLabel(card))),
    expiryDate: printedExpiry(card.expiresAt),
    cardholderName: card.cardHolderName,
  }
}
