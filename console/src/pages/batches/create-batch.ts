// Creates a batch group from the rows of a file. Adds every recipient and gets every quote first, so that a row that the service
// refuses is found before the group exists.

import { Conflict, type Godwit, GodwitError, type RecipientForm } from '@godwit/sdk'
import { createRecipient } from '../../recipients/create-recipient.ts'
import type { Fault, Row } from './read-rows.ts'

export type BatchInput = {
  readonly name: string
  readonly godwit: Godwit
  readonly profileId: number
  readonly sourceCurrency: string
  readonly targetCurrency: string
  readonly form: RecipientForm
}

type PreparedRow = { readonly recipientId: number; readonly quoteId: string }

/** The state of a row after a success, or the faults of the row. */
export type RowResult =
  | { readonly state: 'checked' | 'added' }
  | { readonly faults: readonly Fault[] }

/**
 * Creates a batch group with a transfer for each row, and reports the result of each row. Returns the id of the group.
 * Throws before the group is created when the check of a row fails. After a later failure, another call with the same name
 * and rows adds the transfers that are missing. When the profile has a group of that name and currency already, the transfers are added to it.
 */
export async function createBatch(
  batch: BatchInput,
  rows: readonly Row[],
  report: (row: Row, result: RowResult) => void,
): Promise<string> {
  const { name, godwit, profileId, sourceCurrency } = batch
  const preparedRows = new Map<Row, PreparedRow>()
  await forEachRow(rows, report, async (row) => {
    preparedRows.set(row, await prepareRow(batch, row))
    return 'checked'
  })
  const failedCount = rows.length - preparedRows.size
  if (failedCount > 0)
    throw new Error(
      `Rows with errors: ${failedCount} of ${rows.length}. No batch was created. Correct the file and choose it again; if the service could not be reached, press “Create the batch” again.`,
    )
  const group = await godwit.batches.createBatchGroup({
    path: { profileId },
    body: { name, sourceCurrency },
  })
  let addedCount = 0
  await forEachRow(rows, report, async (row) => {
    await addTransfer(batch, group.id, row, preparedRows.get(row) as PreparedRow)
    addedCount++
    return 'added'
  })
  if (addedCount < rows.length)
    throw new Error(
      `Not added: ${rows.length - addedCount} of ${rows.length} rows. Press “Create the batch” again: rows that were added are not added twice.`,
    )
  return group.id
}

/** Rows in progress at a time: a choice of this project. Without a limit, all rows would be sent at once. */
const PARALLEL_ROWS_MAX = 4

/** Calls `work` for each row, `PARALLEL_ROWS_MAX` at a time, and reports the returned state, or the faults of the error. */
async function forEachRow(
  rows: readonly Row[],
  report: (row: Row, result: RowResult) => void,
  work: (row: Row) => Promise<'checked' | 'added'>,
): Promise<void> {
  const remaining = [...rows]
  const workOnRows = async (): Promise<void> => {
    for (let row = remaining.shift(); row; row = remaining.shift())
      try {
        report(row, { state: await work(row) })
      } catch (error) {
        report(row, { faults: faultsOfError(error) })
      }
  }
  await Promise.all(Array.from({ length: PARALLEL_ROWS_MAX }, workOnRows))
}

/** Adds the recipient of a row and gets a quote. The service adds the same recipient once, so the call can be repeated. */
async function prepareRow(batch: BatchInput, { values }: Row): Promise<PreparedRow> {
  const { godwit, profileId, sourceCurrency, targetCurrency, form } = batch
  const newRecipient = {
    profileId,
    currency: targetCurrency,
    form,
    input: { type: form.type, values },
  }
  const recipientId = values['recipientId']
    ? // The service accepts ids as text, and explains what is wrong with other text.
      (values['recipientId'] as unknown as number)
    : (await createRecipient(godwit, newRecipient)).id
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
 * Adds the transfer of a row. The idempotency key follows from the group and the row, so a row that is sent again after a
 * failure, or after a reload with the same file, adds no second transfer.
 */
async function addTransfer(
  { godwit, profileId }: BatchInput,
  batchGroupId: string,
  { line, values }: Row,
  { recipientId, quoteId }: PreparedRow,
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
    // The key was used with another quote: an earlier attempt has added the transfer.
    if (!(error instanceof Conflict && error.code === 'idempotency.key.reused')) throw error
  }
}

/** A UUID computed from the text (version 8 of RFC 9562), so equal texts have equal UUIDs. */
async function uuidOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The faults that the service has found in a row, with their columns; or the message of another error, without a column. */
function faultsOfError(error: unknown): Fault[] {
  if (!(error instanceof GodwitError) || error.reasons.length === 0)
    return [{ column: '', message: error instanceof Error ? error.message : String(error) }]
  return error.reasons.map(({ path = '', message, code }) => ({
    column: columnOf(path),
    message: `${message} (${code})`,
  }))
}

/** The column of a file, by the path of a fault in the request. */
function columnOf(path: string): string {
  if (path === 'targetAccount') return 'recipientId'
  return /Amount$/.test(path) ? 'amount' : path.replace(/^details\./, '')
}
