// The events of an incoming payment.

import { type AccountNumbers, issuedBank } from '../../corridors/index.ts'
import { type NewEvent, newEvent } from '../../kernel/events.ts'
import { money, toWire } from '../../kernel/money.ts'
import { toSecond } from '../../kernel/wire.ts'
import { addressLines, fullName, type ProfileRow, primaryAddress } from '../../profiles/index.ts'
import { paymentStateChanged, swiftCredited } from '../events.ts'
import { PARTY_LENGTH_MAX } from '../model.ts'
import type { IncomingPaymentState } from '../states.ts'
import type { PaymentRow } from './store.ts'

/** `payment` has the state and the event count of the event. */
export function paymentEvent(
  payment: PaymentRow,
  previous: IncomingPaymentState | null,
  now: Temporal.Instant,
): NewEvent {
  const { profileId, id, balanceId, currency, sender } = payment
  return newEvent(
    paymentStateChanged,
    {
      profileId,
      subject: `account-details-payment:${id}`,
      number: payment.eventCount,
      occurredAt: now,
    },
    {
      account_details_id: String(payment.accountDetailsId),
      target_account_id: String(balanceId),
      resource: { id: balanceId, profile_id: profileId, type: 'balance-account' },
      transfer: { id, type: 'credit', amount: amountOf(payment), currency },
      sender: {
        name: sender.name,
        account_number: sender.accountNumber,
        bank_code: sender.bankCode,
        address: sender.address,
      },
      current_state: payment.state,
      previous_state: previous,
      occurred_at: toSecond(now),
    },
  )
}

/** Replaces values that the bank did not report, because name, address and account in the event are never empty (Facts 2.3). */
const NOT_REPORTED = 'Not reported'
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

/** A payment is credited once, so this event is the only one of its subject. */
export function swiftCredit(
  payment: PaymentRow,
  { profile, numbers }: { readonly profile: ProfileRow; readonly numbers: AccountNumbers },
  now: Temporal.Instant,
): NewEvent {
  const { profileId, id, currency, sender, uetr } = payment
  if (uetr === null) throw new Error(`the SWIFT payment ${id} has no uetr`)
  const amount = { value: amountOf(payment), currency }
  const bank = sender.bankCode ?? NOT_REPORTED
  const at = toSecond(now)
  return newEvent(
    swiftCredited,
    { profileId, subject: `swift-in:${id}`, number: 1, occurredAt: now },
    {
      action: { type: 'credit', id, profile_id: profileId, account_id: payment.balanceId },
      resource: {
        id: String(id),
        uetr,
        reference: payment.reference,
        recipient: {
          name: truncateParty(fullName(profile)),
          address: truncateParty(addressOf(profile, currency)),
          account: numbers.iban ?? numbers.accountNumber ?? NOT_REPORTED,
        },
        sender: {
          name: sender.name ?? NOT_REPORTED,
          address: sender.address ?? NOT_REPORTED,
          account: sender.accountNumber ?? NOT_REPORTED,
          bank_code: { value: bank, type: BIC.test(bank) ? 'BIC' : 'BANK NAME' },
        },
        exchange_rate: 1,
        instructed_amount: amount,
        settled_amount: amount,
        fee: { provider: [], correspondent: [] },
        transaction_time: at,
      },
      occurred_at: at,
    },
  )
}

function amountOf({ amountMinor, currency }: PaymentRow): number {
  return toWire(money(amountMinor, currency))
}

/** The address of the profile, or the address of its bank when the profile has no address. */
function addressOf(profile: ProfileRow, currency: string): string {
  const address = primaryAddress(profile) ?? issuedBank(currency).address
  return addressLines(address).join(', ')
}

function truncateParty(text: string): string {
  return [...text].slice(0, PARTY_LENGTH_MAX).join('')
}
