import type { WriteStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, scaleOf } from '../kernel/money.ts'
import { toSecond } from '../kernel/wire.ts'
import { balanceCredited, balanceUpdated } from './events.ts'
import { recorded } from './step-store.ts'

export type StepsAbout = {
  readonly profileId: Id<'profile'>
  /** What moved the money, as its journals say it: `transfer:12`, `movement:7`. */
  readonly reference: string
  /** The `channel_name` of events: TRANSFER, CONVERSION, CARD and so on. */
  readonly channel: string
  /** The digits after the colon of `reference` unless given. A credit shows `BNK-` before it. */
  readonly transferReference?: string
  readonly now: Temporal.Instant
  /** Every currency in which the journals touch a balance. */
  readonly currencies: readonly Currency[]
}

/**
 * The write step that stands behind every `post(...)` of the same write: each balance that the journals
 * changed gets a row in the history of steps for each change, its events and its time of modification. The
 * whole use case runs again when one of the balances was closed since it was read.
 */
export function recordSteps(about: StepsAbout): WriteStep {
  const { profileId, reference, channel, now } = about
  const currencies = [...new Set(about.currencies)]
  return recorded({
    profileId,
    occurredAt: now,
    occurredAtShown: toSecond(now),
    reference,
    channel,
    transferReference: about.transferReference ?? reference.slice(reference.indexOf(':') + 1),
    currencies,
    units: currencies.map(unitOf),
    updateEvent: balanceUpdated.name,
    creditEvent: balanceCredited.name,
  })
}

/** One minor unit in major units: `0.01`. A product is exact where a quotient might not be. */
function unitOf(currency: Currency): string {
  const scale = scaleOf(currency)
  return scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`
}
