// The entries and events of balances that a journal changes.

import type { WriteStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, scaleOf } from '../kernel/money.ts'
import { toSecond } from '../kernel/wire.ts'
import { recordEntriesStep } from './entry-store.ts'
import { balanceCredited, balanceUpdated } from './events.ts'

type EntriesInput = {
  readonly profileId: Id<'profile'>
  /** The reference of the journals: `transfer:12`, `movement:7`. */
  readonly reference: string
  /** The `channel_name` of events: TRANSFER, CONVERSION, CARD and so on. */
  readonly channel: string
  /** By default the text after the colon of `reference`. The event of a credit shows `BNK-` before it. */
  readonly transferReference?: string
  readonly now: Temporal.Instant
  /** Every currency in which the journals touch a balance. */
  readonly currencies: readonly Currency[]
}

/**
 * The write step that comes after `post(...)` in the same write: each balance that the journals change gets an
 * entry for each change, its events and its time of modification. The use case is retried when one of the balances was
 * closed after it was read.
 */
export function recordEntries(input: EntriesInput): WriteStep {
  const { profileId, reference, channel, now } = input
  const currencies = [...new Set(input.currencies)]
  return recordEntriesStep({
    profileId,
    occurredAt: now,
    occurredAtShown: toSecond(now),
    reference,
    channel,
    transferReference: input.transferReference ?? reference.slice(reference.indexOf(':') + 1),
    currencies,
    units: currencies.map(unitOf),
    updateEvent: balanceUpdated.name,
    creditEvent: balanceCredited.name,
  })
}

/** One minor unit in major units: `0.01`. SQL multiplies by this factor, because a product is exact and a quotient may not be. */
function unitOf(currency: Currency): string {
  const scale = scaleOf(currency)
  return scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`
}
