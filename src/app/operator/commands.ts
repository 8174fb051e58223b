// The commands of an operator (D1a) that run in one transaction, as values; maintenance.ts has the commands on the database
// as a whole. Where an endpoint of the API or of the simulation does the same, both call the same use case of a module.

import { changeOrder, type RequestedMove } from '../../card-orders/index.ts'
import { BY_SERVICE } from '../../cards/index.ts'
import { accountSummary } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { parseDecimal } from '../../kernel/decimal.ts'
import { textWithCurrency } from '../../kernel/money.ts'
import { recordableCurrencies, setRates } from '../../quotes/index.ts'
import { draftOf, findRecipient } from '../../recipients/index.ts'
import { verifyOneProfile } from '../../simulation/index.ts'
import {
  moveTransfer,
  type NextStatus,
  receivePayment,
  refundRecipientOf,
  sourceOf,
  type TransferRow,
} from '../../transfers/index.ts'
import { findDelivery, listDeliveries, redeliver, showDelivery } from '../../webhooks/index.ts'
import { accessCommands } from './access-commands.ts'
import { accountDetailsCommands } from './account-details-commands.ts'
import { cardCommands } from './card-commands.ts'
import { disputeMove } from './dispute-commands.ts'
import { fileCommands } from './file-commands.ts'
import { keyCommands } from './key-commands.ts'
import { latestLines } from './latest-lines.ts'
import { operatorCommands } from './operator-commands.ts'
import {
  type Command,
  type CommandContext,
  idOption,
  instantOption,
  type Options,
  textOption,
  UsageError,
  uuidOption,
} from './options.ts'
import { payOutShow } from './show-pay-out.ts'
import { verificationCommands } from './verification-commands.ts'

const SHOWN_DELIVERIES_MAX = 20

const rateSet: Command = {
  name: 'rate set',
  summary: 'Sets the price of one US dollar in a currency, from now on or from --at.',
  required: ['currency', 'per-usd'],
  optional: ['at'],
  async run(tx, options, { now }) {
    const currency = textOption(options, 'currency')
    if (!recordableCurrencies.includes(currency))
      throw new UsageError(
        `--currency is ${currency}; it must be a currency that the service has a rate for, other than USD.`,
      )
    const perUsd = parseDecimal(textOption(options, 'per-usd'))
    if (perUsd === undefined || perUsd.digits <= 0n)
      throw new UsageError(
        `--per-usd is ${options['per-usd']}; it must be a decimal number greater than zero.`,
      )
    const at = instantOption(options, 'at') ?? now
    await setRates(tx, { currency, at, perUsd, source: 'operator' })
    return [`1 USD is ${options['per-usd']} ${currency} from ${at} on.`]
  },
}

const profileVerify: Command = {
  name: 'profile verify',
  summary:
    'Verifies a profile, and releases the transfers, received payments and orders that wait for the verification.',
  required: ['profile'],
  optional: [],
  async run(tx, options, { now, settings }) {
    const profileId = idOption<'profile'>(options, 'profile')
    if (!(await verifyOneProfile(tx, profileId, { now, settings })))
      throw new UsageError(`There is no profile ${profileId}. Check --profile.`)
    return [`profile ${profileId} is verified`]
  },
}

const cardOrderCommand = (name: string, move: RequestedMove, summary: string): Command => ({
  name,
  summary,
  required: ['profile', 'order'],
  optional: [],
  async run(tx, options, { now, settings }) {
    const profileId = idOption<'profile'>(options, 'profile')
    const orderId = idOption<'card-order'>(options, 'order')
    const change = { profileId, orderId, move, changedBy: BY_SERVICE, now, settings }
    const { status } = await changeOrder(tx, change)
    return [`card order ${orderId} is ${status}`]
  },
})

const transferOptions = ['profile', 'transfer'] as const

function inputOf(options: Options, { now, settings }: CommandContext) {
  return {
    profileIds: [idOption<'profile'>(options, 'profile')],
    transferId: idOption<'transfer'>(options, 'transfer'),
    now,
    settings,
  }
}

const linesOf = ({ id, status, activeIssues }: TransferRow) => [
  `transfer ${id} is ${status}${activeIssues.length > 0 ? `, blocked by ${activeIssues.join(', ')}` : ''}`,
]

const payInConfirm: Command = {
  name: 'pay-in confirm',
  summary:
    'Records that money for a transfer has arrived by bank transfer: the amount due, or --amount.',
  required: transferOptions,
  optional: ['amount'],
  run: async (tx, options, context) =>
    linesOf(await receivePayment(tx, { ...inputOf(options, context), amount: options['amount'] })),
}

const transferCommand = (
  name: string,
  to: NextStatus,
  summary: string,
  optional: readonly string[] = [],
): Command => ({
  name,
  summary,
  required: transferOptions,
  optional,
  run: async (tx, options, context) =>
    linesOf(
      await moveTransfer(tx, { ...inputOf(options, context), to, reason: options['reason'] }),
    ),
})

const transferRefund: Command = {
  name: 'transfer refund',
  summary: 'Records that returned money goes back to the sender.',
  required: transferOptions,
  optional: [],
  async run(tx, options, context) {
    const input = inputOf(options, context)
    const transfer = await moveTransfer(tx, { ...input, to: 'funds_refunded' })
    return [...linesOf(transfer), await refundLine(tx, transfer)]
  },
}

/** Where to send the money, for the person who orders the bank payment (D22). */
async function refundLine(tx: Tx, transfer: TransferRow): Promise<string> {
  const amount = textWithCurrency(sourceOf(transfer))
  const to = refundRecipientOf(transfer)
  if (to === undefined) return `${amount} are back on the balance of the sender`
  const account = to === null ? undefined : await findRecipient(tx, [transfer.profileId], to)
  if (account === undefined) return `${amount} go back to the account that they came from`
  const { short } = accountSummary(draftOf(account))
  return `${amount} go to recipient ${account.id}: ${account.accountHolderName}, ${short}`
}

const deliveryShow: Command = {
  name: 'delivery show',
  summary: `Shows one delivery of a subscription, or its latest ${SHOWN_DELIVERIES_MAX} deliveries, newest first.`,
  required: ['subscription'],
  optional: ['delivery'],
  async run(tx, options) {
    const subscription = uuidOption(options, 'subscription')
    if (options['delivery'] === undefined) {
      const page = { before: undefined, state: undefined, max: SHOWN_DELIVERIES_MAX + 1 }
      const rows = await listDeliveries(tx, subscription, page)
      return latestLines(
        rows,
        SHOWN_DELIVERIES_MAX,
        ({ id, eventName, state, attempts, lastStatus, lastError }) =>
          [id, state, eventName, `${attempts} attempts`, lastStatus ?? lastError ?? ''].join('  '),
      )
    }
    const found = await findDelivery(tx, subscription, uuidOption(options, 'delivery'))
    if (found === undefined)
      throw new UsageError(
        'The subscription has no delivery with this id. Check --subscription and --delivery.',
      )
    return [JSON.stringify(showDelivery(found), null, 2)]
  },
}

const deliveryRedeliver: Command = {
  name: 'delivery redeliver',
  summary: 'Sends a delivery again: the same bytes, with a new series of attempts.',
  required: ['subscription', 'delivery'],
  optional: [],
  async run(tx, options, { now }) {
    const ids = [uuidOption(options, 'subscription'), uuidOption(options, 'delivery')] as const
    const { id, state } = await redeliver(tx, ...ids, now)
    return [`delivery ${id} is ${state}`]
  },
}

export const commands: readonly Command[] = [
  ...accessCommands,
  ...operatorCommands,
  profileVerify,
  cardOrderCommand('card-order produced', 'produce', 'Records that a physical card was produced.'),
  cardOrderCommand(
    'card-order returned',
    'return',
    'Records that the delivery of a physical card failed. The card is blocked.',
  ),
  rateSet,
  payInConfirm,
  transferCommand(
    'transfer convert',
    'funds_converted',
    'Records that the money of a paid transfer was exchanged.',
  ),
  payOutShow,
  transferCommand(
    'pay-out confirm',
    'outgoing_payment_sent',
    'Records that the money was sent to the recipient.',
  ),
  transferCommand(
    'pay-out bounce',
    'bounced_back',
    "Records that the recipient's bank returned the money.",
    ['reason'],
  ),
  transferRefund,
  deliveryShow,
  deliveryRedeliver,
  disputeMove,
  ...fileCommands,
  ...verificationCommands,
  ...accountDetailsCommands,
  ...cardCommands,
  ...keyCommands,
]
