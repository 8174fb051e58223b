// The steps of `godwit send`, from the quote to the last status. A step that needs answers puts its questions to `answers`.

import { setTimeout as sleep } from 'node:timers/promises'
import {
  each,
  type Field,
  fillForm,
  type Godwit,
  NotFound,
  type OnChallenge,
  OutcomeUnknown,
  type Quote,
  type Transfer,
} from '@godwit/sdk'
import { CommandFailed, Interrupted } from '../failures.ts'
import type { Answers, Choice, Question } from './answers.ts'

export type Sender = {
  readonly godwit: Godwit
  readonly profileId: number
  readonly answers: Answers
  readonly report: (text: string) => void
  readonly signal: AbortSignal
}

/** The answer to a question that is not optional. */
async function requiredAnswer(answers: Answers, question: Question): Promise<string> {
  return (await answers.get(question)) ?? ''
}

export function createQuote({ godwit, profileId, answers }: Sender): Promise<Quote> {
  return answers.untilAccepted(async () => {
    const sourceCurrency = await requiredAnswer(answers, {
      key: 'sourceCurrency',
      text: 'Currency to send, such as GBP',
    })
    const targetCurrency = await requiredAnswer(answers, {
      key: 'targetCurrency',
      text: 'Currency that the recipient gets, such as EUR',
    })
    const sourceAmount = await requiredAnswer(answers, {
      key: 'sourceAmount',
      text: 'Amount to send',
    })
    return godwit.quotes.createQuote({
      path: { profileId },
      body: {
        sourceCurrency: sourceCurrency.toUpperCase(),
        targetCurrency: targetCurrency.toUpperCase(),
        sourceAmount,
        preferredPayIn: 'BALANCE',
      },
    })
  })
}

/** A text about the price of a transfer that is paid from a balance. */
export function priceText({ paymentOptions, sourceCurrency, targetCurrency, rate }: Quote): string {
  const option = paymentOptions.find(({ payIn }) => payIn === 'BALANCE')
  if (option === undefined)
    throw new CommandFailed('A balance cannot pay for this transfer. Send other currencies.')
  const { sourceAmount, targetAmount, fee, formattedEstimatedDelivery } = option
  const delivery = formattedEstimatedDelivery ? `, ${formattedEstimatedDelivery}` : ''
  return `${sourceAmount} ${sourceCurrency}, of which the fee is ${fee.total} ${sourceCurrency}; at the rate ${rate} the recipient gets ${targetAmount} ${targetCurrency}${delivery}`
}

/** At most this many recipients are offered: a person does not read a longer list in a terminal. */
const RECIPIENTS_MAX = 500
const NEW_RECIPIENT = { key: 'new', name: 'A new recipient' }

type Recipient = { readonly id: number; readonly name: string }

/** Chooses a recipient of the target currency, or creates one. */
export async function chooseRecipient(sender: Sender, quote: Quote): Promise<Recipient> {
  const { godwit, profileId, answers } = sender
  const query = { profileId, currency: quote.targetCurrency }
  const choices: Choice[] = []
  for await (const recipient of each(godwit.recipients.listRecipients, { query })) {
    const { id, name, accountSummary } = recipient
    choices.push({ key: String(id), name: `${name.fullName}, ${accountSummary}` })
    if (choices.length === RECIPIENTS_MAX) break
  }
  const question = {
    key: 'recipient',
    text: 'Recipient: its id, or new',
    choices: [...choices, NEW_RECIPIENT],
  }
  const chosen = choices.length === 0 ? NEW_RECIPIENT.key : await requiredAnswer(answers, question)
  if (chosen === NEW_RECIPIENT.key) return createRecipient(sender, quote)
  const name = choices.find(({ key }) => key === chosen)?.name ?? ''
  return { id: Number(chosen), name }
}

async function createRecipient(sender: Sender, quote: Quote): Promise<Recipient> {
  const { godwit, profileId, answers } = sender
  // Without the header the forms leave out fields that all types share, such as legalType.
  const call = { path: { quoteId: quote.id }, headers: { 'Accept-Minor-Version': '1' } }
  const forms = await godwit.requirements.getRecipientFormOfQuote(call)
  const choices = forms.map(({ type, title }) => ({ key: type, name: title }))
  const question = { key: 'type', text: 'Type of the account', choices }
  const [only, ...others] = choices
  const accountType = others.length === 0 ? only?.key : await requiredAnswer(answers, question)
  return answers.untilAccepted(async () => {
    const { type, details } = await fillForm({
      type: accountType ?? '',
      load: (form) =>
        form
          ? godwit.requirements.refreshRecipientFormOfQuote({ ...call, body: form })
          : Promise.resolve(forms),
      answer: (field) => answers.get(questionOf(field)),
    })
    const { accountHolderName, ...otherDetails } = details
    const name = String(accountHolderName)
    const { id } = await godwit.recipients.createRecipient({
      body: {
        profile: profileId,
        currency: quote.targetCurrency,
        type,
        accountHolderName: name,
        details: otherDetails,
      },
    })
    return { id: Number(id), name }
  })
}

function questionOf(field: Field): Question {
  const { key, example, required: isRequired, valuesAllowed } = field
  const name = nameOf(field)
  const hints = [example && `such as ${example}`, !isRequired && 'optional'].filter(Boolean)
  return {
    key,
    text: hints.length === 0 ? name : `${name} (${hints.join(', ')})`,
    isOptional: !isRequired,
    ...(valuesAllowed && { choices: valuesAllowed }),
    faultOf: (answer) => faultOf(field, answer),
  }
}

/** The name without the note that the field is optional, which only some names have. */
const nameOf = ({ name }: Field): string => name.replace(/ \(optional\)$/i, '')

function faultOf(field: Field, answer: string): string | undefined {
  const { minLength, maxLength, validationRegexp } = field
  const name = nameOf(field)
  const { length } = answer
  if (length < (minLength ?? 0) || length > (maxLength ?? Number.POSITIVE_INFINITY))
    return `${name} has ${rangeOf(minLength ?? 0, maxLength)} characters.`
  const isValid = validationRegexp === null || new RegExp(validationRegexp).test(answer)
  return isValid ? undefined : `This is not a valid value of ${name}. Enter another one.`
}

/** Such as `at least 3` or `3 to 20`. */
function rangeOf(least: number, most: number | null | undefined): string {
  return most == null ? `at least ${least}` : `${least} to ${most}`
}

type TransferRequest = { readonly targetAccount: number; readonly quoteUuid: string }

/** Fills in the form of a transfer, with fields such as the reference. */
export async function fillDetails({ godwit, answers }: Sender, transferRequest: TransferRequest) {
  const { details } = await fillForm({
    load: (form) =>
      godwit.requirements.getTransferForm({
        body: { ...transferRequest, details: form?.details ?? {} },
      }),
    answer: (field) => answers.get(questionOf(field)),
  })
  return details
}

/** Creates the transfer, and asks again for details that the service refuses. */
export function createTransfer(
  sender: Sender,
  transferRequest: TransferRequest,
): Promise<Transfer> {
  return sender.answers.untilAccepted(async () => {
    const details = await fillDetails(sender, transferRequest)
    return sender.godwit.transfers.createTransfer({ body: { ...transferRequest, details } })
  })
}

/** Returns the handler that clears challenges of a payment with the PIN. It throws for a challenge that needs another factor. */
export function approvalBy(answers: Answers): OnChallenge {
  return async ({ oneTimeToken, godwit }) => {
    const headers = { 'One-Time-Token': oneTimeToken }
    const { oneTimeTokenProperties } = await godwit.security.getOneTimeToken({ headers })
    for (const { primaryChallenge } of oneTimeTokenProperties.challenges) {
      if (primaryChallenge.type === 'PIN')
        await answers.untilAccepted(async () => {
          const pin = await requiredAnswer(answers, { key: 'pin', text: 'PIN', isSecret: true })
          await godwit.security.verifyPin({ headers, body: { pin } })
        })
      else
        throw new CommandFailed(
          `The payment needs an approval by ${primaryChallenge.type}, which this command cannot give. Pay in another program.`,
        )
    }
    return undefined
  }
}

/** Pays for the transfer from the balance of its currency. */
export async function payFromBalance(
  { godwit, profileId, report }: Sender,
  { id }: Transfer,
): Promise<void> {
  const path = { profileId, transferId: Number(id) }
  try {
    await godwit.transfers.fundTransfer({ path, body: { type: 'BALANCE' } })
  } catch (error) {
    report(
      error instanceof OutcomeUnknown
        ? `Transfer ${id} may be paid. Read its status: godwit api getTransfer --set transferId=${id}`
        : `Transfer ${id} is not paid. Pay for it later: godwit api fundTransfer --set profileId=${profileId} --set transferId=${id} --set type=BALANCE`,
    )
    throw error
  }
}

/** The statuses at which the command ends. The command does not wait for the refund of a transfer that the bank has returned. */
const LAST_STATUSES = new Set([
  'outgoing_payment_sent',
  'bounced_back',
  'funds_refunded',
  'cancelled',
])
const POLL_MS = 2_000

/** Reports each status until one of `LAST_STATUSES`. In a sandbox the function also simulates the banks. */
export async function followToEnd(sender: Sender, transferId: number): Promise<Transfer> {
  const { godwit, report, signal } = sender
  const path = { transferId }
  const { simulateTransferFundsConverted: convert, simulateTransferOutgoingPaymentSent: sendOut } =
    godwit.simulation
  const moves = (await isSandbox(godwit)) ? [convert, sendOut] : []
  let status = ''
  for (;;) {
    const transfer = await godwit.transfers.getTransfer({ path })
    if (transfer.status !== status) report(`Transfer ${transferId}: ${transfer.status}`)
    status = transfer.status
    if (LAST_STATUSES.has(status)) return transfer
    const move = moves.shift()
    if (move) await move({ path })
    else await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) throw new Interrupted(`Interrupted. Transfer ${transferId} is ${status}.`)
  }
}

async function isSandbox(godwit: Godwit): Promise<boolean> {
  try {
    await godwit.simulation.getSandboxClock()
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}
