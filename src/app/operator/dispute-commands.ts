// The operator's command that records the decision on a dispute (D84).

import { moveDispute, nextSubStatuses } from '../../disputes/index.ts'
import {
  type Command,
  idOption,
  type Options,
  textOption,
  UsageError,
  uuidOption,
  wordOption,
} from './options.ts'

export const disputeMove: Command = {
  name: 'dispute move',
  summary: `Moves a dispute --to ${nextSubStatuses.join(', ')}; with REFUNDED the money is returned: all of it, or --amount in --currency.`,
  required: ['profile', 'dispute', 'to'],
  optional: ['amount', 'currency'],
  async run(tx, options, { now }) {
    const nextSubStatus = wordOption('to', textOption(options, 'to').toUpperCase(), nextSubStatuses)
    const profileId = idOption<'profile'>(options, 'profile')
    const disputeId = uuidOption(options, 'dispute').toLowerCase()
    const amount = amountOf(options)
    const moved = await moveDispute(tx, { profileId, disputeId, nextSubStatus, amount, now })
    return [`dispute ${moved.id} is ${moved.subStatus}`]
  },
}

function amountOf({ amount: value, currency }: Options) {
  if (value === undefined && currency === undefined) return undefined
  if (value === undefined || currency === undefined)
    throw new UsageError('Set --amount and --currency together, or neither.')
  return { value, currency }
}
