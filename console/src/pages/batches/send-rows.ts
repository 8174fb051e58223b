// Sends the rows of a file to the service: recipients and quotes first, which shows what is wrong, then the transfers.

import { Conflict, type Godwit, GodwitError, type RecipientForm } from '@godwit/sdk'
import { createRecipient } from '../../recipients/create-recipient.ts'
import type { Fault, Row } from './read-rows.ts'

export type Batch = {
  readonly godwit: Godwit
  readonly profileId: number
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly form: RecipientForm
}

export type Priced = { readonly recipientId: number; readonly quoteId: string }

/** Rows in progress at a time. */
const PARALLEL = 4

/** Calls `work` for each row, some at a time, until all have ended. */
export async function forEachRow(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const waiting = [...rows]
  const next = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await work(row)
  }
  await Promise.all(Array.from({ length: PARALLEL }, next))
}

/** The recipient and the quote of a row. The same recipient is added once, so this can be repeated. */
export async function price(batch: Batch, { values }: Row): Promise<Priced> {
  const { godwit, profileId, sourceCurrency, targetCurrency, form } = batch
  const recipientId = values['recipientId']
    ? Number(values['recipientId'])
    : (
        await createRecipient(godwit, {
          profile: profileId,
          currency: targetCurrency,
          form,
          input: { type: form.type, values },
        })
      ).id
  const quote = await godwit.quotes.createQuote({
    path: { profileId },
    body: {
      sourceCurrency,
      targetCurrency,
      targetAmount: values['amount'] ?? '',
      targetAccount: recipientId,
      preferredPayIn: 'BALANCE',
    },
  })
  return { recipientId, quoteId: quote.id }
}

/**
 * Adds the transfer of a row. Its key follows from the group and the row, so a row that is sent again after a failure, or
 * after a reload with the same file, is not paid twice.
 */
export async function addTransfer(
  { godwit, profileId }: Batch,
  batchGroupId: string,
  { line, values }: Row,
  { recipientId, quoteId }: Priced,
): Promise<void> {
  const customerTransactionId = await uuidOf(JSON.stringify([batchGroupId, line, values]))
  try {
    await godwit.batches.addTransferToBatchGroup({
      path: { profileId, batchGroupId },
      body: {
        targetAccount: recipientId,
        quoteUuid: quoteId,
        customerTransactionId,
        ...(values['reference'] && { details: { reference: values['reference'] } }),
      },
    })
  } catch (error) {
    // Added before, with the quote of that time.
    if (!(error instanceof Conflict && error.code === 'idempotency.key.reused')) throw error
  }
}

/** The same UUID for the same text. */
async function uuidOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What is wrong with a row according to the service, by column. */
export function faultsOf(error: unknown): Fault[] {
  if (!(error instanceof GodwitError) || error.reasons.length === 0)
    return [{ column: '', message: error instanceof Error ? error.message : String(error) }]
  return error.reasons.map(({ path = '', message, code }) => ({
    column: /Amount$/.test(path) ? 'amount' : path.replace(/^details\./, ''),
    message: `${message} (${code})`,
  }))
}
