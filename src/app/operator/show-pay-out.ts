// The operator's command that shows where the money of a transfer goes, for the person who orders the bank payment.

import type { Tx } from '../../kernel/database/db.ts'
import { textWithCurrency } from '../../kernel/money.ts'
import { findRecipient } from '../../recipients/index.ts'
import {
  type ClaimedAccount,
  findClaim,
  findTransfer,
  type TransferRow,
  targetOf,
} from '../../transfers/index.ts'
import { type Command, idOption, UsageError } from './options.ts'

export const payOutShow: Command = {
  name: 'pay-out show',
  summary:
    'Shows the amount, the reference and the account of a pay-out; for a recipient known by e-mail, the account that they named.',
  required: ['profile', 'transfer'],
  optional: [],
  async run(tx, options) {
    const profileId = idOption<'profile'>(options, 'profile')
    const id = idOption<'transfer'>(options, 'transfer')
    const transfer = await findTransfer(tx, [profileId], id)
    if (transfer === undefined)
      throw new UsageError(
        `Profile ${profileId} has no transfer ${id}. Check --profile and --transfer.`,
      )
    const { type, accountHolderName, details } = await accountOf(tx, transfer)
    return [
      `transfer ${id} is ${transfer.status}`,
      `amount ${textWithCurrency(targetOf(transfer))} by ${transfer.payOut}`,
      // In quotation marks, because a reference outside the form of the route may contain a line break (gap 154).
      `reference ${JSON.stringify(transfer.details.reference ?? '')}`,
      `holder ${accountHolderName}`,
      `type ${type}`,
      ...detailLines(details),
    ]
  },
}

async function accountOf(tx: Tx, transfer: TransferRow): Promise<ClaimedAccount> {
  const { profileId, id: transferId, targetAccount, byEmail } = transfer
  if (!byEmail) {
    const recipient = await findRecipient(tx, [profileId], targetAccount)
    if (recipient === undefined) throw new Error(`transfer ${transferId} has no recipient`)
    return recipient
  }
  const account = (await findClaim(tx, { profileId, transferId }))?.account
  if (!account)
    throw new UsageError(
      `The recipient of transfer ${transferId} has not named an account yet. Try again after the recipient has used the claim link.`,
    )
  return account
}

function detailLines(details: Readonly<Record<string, unknown>>, prefix = ''): string[] {
  return Object.entries(details).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? detailLines(value as Record<string, unknown>, `${prefix}${key}.`)
      : [`${prefix}${key} ${value}`],
  )
}
