// `godwit send`: sends money step by step, with a quote, a recipient, details and a payment, and prints every status.

import type { Transfer } from '@godwit/sdk'
import { type Context, print, reportProgress, type ServiceOptions } from '../context.ts'
import { answersOf } from '../send/answers.ts'
import {
  approvalBy,
  chooseRecipient,
  createQuote,
  createTransfer,
  fillDetails,
  followToEnd,
  payFromBalance,
  priceText,
  type Sender,
} from '../send/steps.ts'
import { connect, profileIdOf } from '../service.ts'

export type SendOptions = ServiceOptions & {
  readonly set?: readonly string[]
  readonly profile?: number
}

export async function send(this: Context, options: SendOptions): Promise<void> {
  const answers = answersOf(this, options.set ?? [])
  const service = await connect(options, this.process.env, { onChallenge: approvalBy(answers) })
  const report = (text: string) => reportProgress(this, text, options)
  try {
    const profileId = await service.call((godwit) => profileIdOf(godwit, options))
    const sender = { godwit: service.godwit, profileId, answers, report, signal: this.signal }
    const created = await service.call(() => createConfirmedTransfer(sender))
    if (created === undefined) return report('Nothing was sent.')
    report(`Transfer ${created.id} is created.`)
    const transfer = await service.call(async () => {
      await payFromBalance(sender, created)
      return followToEnd(sender, Number(created.id))
    }, `Repeating the command would create another transfer. Read the status of transfer ${created.id}: godwit api getTransfer --set transferId=${created.id}`)
    print(this, options.json ? transfer : `Transfer ${transfer.id}: ${transfer.status}`, options)
  } finally {
    answers.close()
  }
}

const confirmationChoices = ['yes', 'no'].map((key) => ({ key, name: key }))

/** Returns undefined if the user does not confirm the recipient and the price. */
async function createConfirmedTransfer(sender: Sender): Promise<Transfer | undefined> {
  const { godwit, profileId, answers, report } = sender
  const quote = await createQuote(sender)
  report(`You pay ${priceText(quote)}.`)
  const { id: targetAccount, name } = await chooseRecipient(sender, quote)
  const path = { profileId, quoteId: quote.id }
  const final = await godwit.quotes.updateQuote({ path, body: { targetAccount } })
  const transferRequest = { targetAccount, quoteUuid: final.id }
  // Asks for the details before the confirmation. `createTransfer` fills them in again from the same answers.
  await fillDetails(sender, transferRequest)
  const text = `Recipient ${targetAccount} is ${name}. Send ${priceText(final)}?`
  if ((await answers.get({ key: 'confirm', text, choices: confirmationChoices })) !== 'yes')
    return undefined
  return createTransfer(sender, transferRequest)
}
