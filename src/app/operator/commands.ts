// The commands of an operator (D1a), as values: each is one use case of a module, the same that the
// sandbox's hand or an endpoint calls.

import { accountSummary } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { parseDecimal } from '../../kernel/decimal.ts'
import { toText } from '../../kernel/money.ts'
import { readInstant } from '../../kernel/wire.ts'
import { setRates } from '../../quotes/index.ts'
import { draftOf, findRecipient } from '../../recipients/index.ts'
import {
  moveTransfer,
  type NextStatus,
  receivePayment,
  refundRecipientOf,
  sourceOf,
  type TransferRow,
} from '../../transfers/index.ts'
import { findDelivery, listDeliveries, redeliver, showDelivery } from '../../webhooks/index.ts'
import { accessCommands } from './access.ts'
import { type Command, idOf, type Moment, type Options, text, uuidOf } from './options.ts'
import { UsageError } from './usage-error.ts'

export type { Command, Options } from './options.ts'

const SHOWN_DELIVERIES_MAX = 20

const rateSet: Command = {
  name: 'rate set',
  summary: 'Sets what one US dollar is worth in a currency, from now on or from another moment.',
  required: ['currency', 'per-usd'],
  optional: ['at'],
  async run(tx, options, { now }) {
    const perUsd = parseDecimal(text(options, 'per-usd'))
    if (perUsd === undefined)
      throw new UsageError(`--per-usd is ${options['per-usd']}; it must be a decimal number.`)
    const currency = text(options, 'currency')
    const at = options['at'] === undefined ? now : momentOf(options['at'])
    try {
      await setRates(tx, { currency, at, perUsd, source: 'operator' })
    } catch (error) {
      throw error instanceof RangeError ? new UsageError(`${error.message}.`) : error
    }
    return [`1 USD is ${options['per-usd']} ${currency} from ${at} on.`]
  },
}

function momentOf(given: string): Temporal.Instant {
  const at = readInstant(given)
  if (at === undefined) throw new UsageError(`--at is ${given}; write it as 2026-11-20T10:00:00Z.`)
  return at
}

const ofTransfer = ['profile', 'transfer'] as const

function askedOf(options: Options, { now, settings }: Moment) {
  return {
    profileIds: [idOf<'profile'>(options, 'profile')],
    transferId: idOf<'transfer'>(options, 'transfer'),
    now,
    settings,
  }
}

const told = ({ id, status, activeIssues }: TransferRow) => [
  `transfer ${id} is ${status}${activeIssues.length > 0 ? `, held up by ${activeIssues.join(', ')}` : ''}`,
]

const payIn: Command = {
  name: 'pay-in confirm',
  summary: 'The money for a transfer has come by bank transfer; all that is due, or less.',
  required: ofTransfer,
  optional: ['amount'],
  run: async (tx, options, moment) =>
    told(await receivePayment(tx, { ...askedOf(options, moment), amount: options['amount'] })),
}

const moving = (
  name: string,
  to: NextStatus,
  summary: string,
  optional: readonly string[] = [],
): Command => ({
  name,
  summary,
  required: ofTransfer,
  optional,
  run: async (tx, options, moment) =>
    told(await moveTransfer(tx, { ...askedOf(options, moment), to, reason: options['reason'] })),
})

const giveBack: Command = {
  ...moving('transfer refund', 'funds_refunded', 'Returned money goes back to the sender.'),
  async run(tx, options, moment) {
    const to = 'funds_refunded'
    const transfer = await moveTransfer(tx, { ...askedOf(options, moment), to })
    return [...told(transfer), await wayBack(tx, transfer)]
  },
}

/** Where the money is to be sent, for whoever tells the bank (D22). */
async function wayBack(tx: Tx, transfer: TransferRow): Promise<string> {
  const money = sourceOf(transfer)
  const amount = `${toText(money)} ${money.currency}`
  const to = refundRecipientOf(transfer)
  if (to === undefined) return `${amount} are back on the balance of the sender`
  const account = to === null ? undefined : await findRecipient(tx, [transfer.profileId], to)
  if (account === undefined) return `${amount} go back to the account that they came from`
  const { short } = accountSummary(draftOf(account))
  return `${amount} go to recipient ${account.id}: ${account.accountHolderName}, ${short}`
}

const deliveryShow: Command = {
  name: 'delivery show',
  summary: 'Shows one delivery of a subscription, or its latest twenty.',
  required: ['subscription'],
  optional: ['delivery'],
  async run(tx, options) {
    const subscription = uuidOf(options, 'subscription')
    if (options['delivery'] === undefined) {
      const page = { before: undefined, state: undefined, max: SHOWN_DELIVERIES_MAX }
      const rows = await listDeliveries(tx, subscription, page)
      return rows.map(({ id, eventName, state, attempts, lastStatus, lastError }) =>
        [id, state, eventName, `${attempts} attempts`, lastStatus ?? lastError ?? ''].join('  '),
      )
    }
    const found = await findDelivery(tx, subscription, uuidOf(options, 'delivery'))
    if (found === undefined) throw new UsageError('The subscription has no such delivery.')
    return [JSON.stringify(showDelivery(found), null, 2)]
  },
}

const deliveryAgain: Command = {
  name: 'delivery redeliver',
  summary: 'Sends a delivery once more: the same bytes, one new series of attempts.',
  required: ['subscription', 'delivery'],
  optional: [],
  async run(tx, options, { now }) {
    const asked = [uuidOf(options, 'subscription'), uuidOf(options, 'delivery')] as const
    const { id, state } = await redeliver(tx, ...asked, now)
    return [`delivery ${id} is ${state}`]
  },
}

export const commands: readonly Command[] = [
  ...accessCommands,
  rateSet,
  payIn,
  moving('transfer convert', 'funds_converted', 'The money of a paid transfer was exchanged.'),
  moving('pay-out confirm', 'outgoing_payment_sent', 'The money has left for the recipient.'),
  moving('pay-out bounce', 'bounced_back', "The recipient's bank returned the money.", ['reason']),
  giveBack,
  deliveryShow,
  deliveryAgain,
]
