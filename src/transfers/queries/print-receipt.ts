// A receipt as a PDF document: proof for the recipient or a tax office that the money of a transfer has left (D106).

import { accountSummary } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { decimalText } from '../../kernel/decimal.ts'
import type { PdfDocument, PdfFact } from '../../kernel/documents/pdf-model.ts'
import {
  amountWithCurrency,
  dayInWords,
  momentInWords,
} from '../../kernel/documents/people-format.ts'
import { money } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type JournalName, listPostings } from '../../ledger/index.ts'
import {
  footerLine,
  getProfile,
  holderLines,
  issuer,
  type ProfileRow,
} from '../../profiles/index.ts'
import { draftOf, findRecipient, type RecipientRow } from '../../recipients/index.ts'
import { ReceiptUnavailable } from '../errors.ts'
import { sourceOf, targetOf } from '../model.ts'
import type { TransferRow } from '../row.ts'

type Receipt = {
  readonly transfer: TransferRow
  readonly profile: ProfileRow
  readonly recipient: RecipientRow
  readonly sentAt: Temporal.Instant
}

/**
 * The journals by which the money leaves. A receipt shows the time of their posting and not of an event, because the sandbox
 * emits some events without a change (D23).
 */
const payOutJournals: readonly JournalName[] = ['transfer-sent', 'transfer-delivered']

/**
 * Refuses with ReceiptUnavailable unless the money has left and has not come back: a receipt must not prove a pay-out that
 * was returned.
 */
export async function readReceipt(db: Reader, transfer: TransferRow): Promise<Receipt> {
  const { profileId, id, status, targetAccount } = transfer
  if (status !== 'outgoing_payment_sent') refuse(ReceiptUnavailable, { arguments: [id, status] })
  const [profile, recipient, postings] = await Promise.all([
    getProfile(db, profileId),
    findRecipient(db, [profileId], targetAccount),
    listPostings(db, profileId, `transfer:${id}`),
  ])
  const payOut = postings.findLast(({ journal }) => payOutJournals.includes(journal))
  if (recipient === undefined || payOut === undefined)
    throw new Error(`the recipient of transfer ${id}, or the posting of its pay-out, is missing`)
  return { transfer, profile, recipient, sentAt: payOut.postedAt }
}

const PAID_TO_BANK =
  "The money was paid out to the recipient's account. The recipient's bank decides when the money can be used."
const PAID_TO_BALANCE = 'The money was paid to a balance of the sender, and can be used at once.'

export function receiptDocument(
  { transfer, profile, recipient, sentAt }: Receipt,
  mode: 'sandbox' | 'live',
): PdfDocument {
  return {
    title: 'Transfer receipt',
    subtitle: `Transfer ${transfer.id}, ${dayInWords(sentAt)}`,
    issuer,
    facts: [
      { label: 'Sender', lines: holderLines(profile) },
      { label: 'Recipient', lines: recipientLines(recipient) },
      ...amountsOf(transfer),
      { label: 'Created (UTC)', lines: [momentInWords(transfer.createdAt)] },
      { label: 'Paid out (UTC)', lines: [momentInWords(sentAt)] },
      ...referencesOf(transfer),
    ],
    columns: [],
    whenEmpty: '',
    totals: [],
    notes: [
      recipient.type === 'balance' ? PAID_TO_BALANCE : PAID_TO_BANK,
      'This receipt was produced by computer and is valid without a signature.',
    ],
    footer: footerLine(`Transfer ${transfer.id}`, mode),
  }
}

/**
 * Of a recipient known by e-mail, the receipt shows the e-mail address and not the bank account that the recipient has
 * named, because the sender must not see that account (D19).
 */
function recipientLines(recipient: RecipientRow): string[] {
  const { short } = accountSummary(draftOf(recipient))
  const isBankAccount = recipient.type !== 'email' && recipient.type !== 'balance'
  return [recipient.accountHolderName, isBankAccount ? `Account ${short}` : short]
}

function amountsOf(transfer: TransferRow): PdfFact[] {
  const { sourceCurrency, targetCurrency, feeMinor, sourceMinor, rate } = transfer
  const converted = money(sourceMinor - feeMinor, sourceCurrency)
  return [
    { label: 'You paid', lines: [amountWithCurrency(sourceOf(transfer))] },
    { label: 'The recipient gets', lines: [amountWithCurrency(targetOf(transfer))] },
    {
      label: 'Fee, part of what you paid',
      lines: [amountWithCurrency(money(feeMinor, sourceCurrency))],
    },
    sourceCurrency === targetCurrency
      ? { label: 'Sent', lines: [amountWithCurrency(converted)] }
      : {
          label: 'Exchanged',
          lines: [
            `${amountWithCurrency(converted)} at ${decimalText(rate)} ${targetCurrency} per ${sourceCurrency}`,
          ],
        },
  ]
}

function referencesOf({
  details,
  customerTransactionId,
  originalTransferId,
  paymentMethod,
}: TransferRow): PdfFact[] {
  const key = customerTransactionId ?? originalTransferId
  return [
    ...(details.reference ? [{ label: 'Reference', lines: [details.reference] }] : []),
    ...(paymentMethod
      ? [{ label: 'Paid by', lines: [paymentMethod.replaceAll('_', ' ').toLowerCase()] }]
      : []),
    ...(key ? [{ label: "The sender's number", lines: [key] }] : []),
  ]
}
