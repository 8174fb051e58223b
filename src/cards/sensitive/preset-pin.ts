// Stores the PIN that a user chooses for a card before the card is issued (D64).

import type { UserCaller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { dataKey } from '../../kernel/keys/data-keys.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Report } from '../../kernel/security-event.ts'
import { CardAlreadyIssued, PayloadUnreadable } from '../errors.ts'
import { reservedPinLabel } from '../issue/issue-card.ts'
import { lockReservation, type ReservationRow, setReservedPin } from '../issue/reservation-store.ts'
import { pinChosen } from '../security-events.ts'

const PIN = /^\d{4}$/

/** Reads the PIN from the content of a payload. Refuses with PayloadUnreadable, without the content, which may be a PIN. */
export function readPin(content: string): string {
  const pin = pinField(content)
  return typeof pin === 'string' && PIN.test(pin) ? pin : refuse(PayloadUnreadable)
}

function pinField(content: string): unknown {
  try {
    return (JSON.parse(content) as { pin?: unknown } | null)?.pin
  } catch {
    return undefined
  }
}

type Input = {
  readonly reservation: ReservationRow
  readonly pin: string
  readonly caller: UserCaller
  readonly report: Report
}

/** Stores the PIN of a card before the card is issued. A later PIN replaces an earlier one. Refuses with CardAlreadyIssued. */
export async function presetPin(
  tx: Tx,
  { reservation, pin, caller, report }: Input,
): Promise<void> {
  const { profileId, orderId } = reservation
  const locked = await lockReservation(tx, profileId, orderId)
  if (locked === undefined || locked.cardId !== null)
    refuse(CardAlreadyIssued, { arguments: [orderId] })
  const key = await dataKey(tx, 'cards')
  const current = locked.pin && String(await key.open(locked.pin, reservedPinLabel(orderId)))
  if (current === pin) return
  await setReservedPin(tx, reservation, key.seal(Buffer.from(pin), reservedPinLabel(orderId)))
  report(pinChosen, { userId: caller.userId, profileId, cardOrderId: orderId })
}
