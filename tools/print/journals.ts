// docs/printed/journals.md: the purpose of each journal, and the postings of one example.

import type { Id } from '../../src/kernel/ids.ts'
import { money, textWithCurrency } from '../../src/kernel/money.ts'
import * as ledger from '../../src/ledger/index.ts'
import { heading, markdownTable } from './markdown.ts'

const transfer = 12 as Id<'transfer'>
const pounds = 3 as Id<'balance'>
const euros = 4 as Id<'balance'>
const jar = 5 as Id<'balance'>
const movement = 7
const cardTransaction = 31 as Id<'card-transaction'>
const source = money(10_000n, 'GBP')
const target = money(11_420n, 'EUR')
const terms: ledger.Terms = {
  source,
  target,
  fee: money(80n, 'GBP'),
  partner: { applicationId: 2 as Id<'application'>, fee: money(50n, 'GBP') },
}
const refundDestination: ledger.RefundDestination = { kind: 'balance', balanceId: pounds }

/** One example of each journal. A journal without an example is a type error. */
const examples: Readonly<Record<ledger.JournalName, ledger.Journal>> = {
  'top-up': ledger.topUp(pounds, movement, source),
  'transfer-funded': ledger.transferFunded(transfer, pounds, source),
  'transfer-paid-in': ledger.transferPaidIn(transfer, source),
  'transfer-converted': ledger.transferConverted(transfer, terms),
  'transfer-sent': ledger.transferSent(transfer, target),
  'transfer-delivered': ledger.transferDelivered(transfer, euros, target),
  'transfer-bounced': ledger.transferBounced(transfer, target),
  'transfer-rate-difference': ledger.transferRateDifference(transfer, {
    minor: -120n,
    currency: 'EUR',
  }),
  'transfer-refunded': ledger.transferRefunded(transfer, terms, refundDestination),
  'transfer-cancelled': ledger.transferCancelled(transfer, source, refundDestination),
  'transfer-charged-back': ledger.transferChargedBack(transfer, terms, { isConverted: true }),
  'debt-incurred': ledger.debtIncurred(transfer, source),
  'debt-settled': ledger.debtSettled(pounds, 'movement:7', source),
  conversion: ledger.conversion(movement, pounds, euros, terms),
  'balance-move': ledger.balanceMove(movement, pounds, jar, source),
  'deposit-received': ledger.depositReceived(pounds, 21, source),
  'deposit-returned': ledger.depositReturned(pounds, 21, source),
  'account-details-fee': ledger.accountDetailsFee(pounds, 'c4a7', money(1_600n, 'GBP')),
  'card-authorised': ledger.cardAuthorised(cardTransaction, pounds, source),
  'card-released': ledger.cardReleased(cardTransaction, pounds, money(2_000n, 'GBP')),
  'card-captured': ledger.cardCaptured(cardTransaction, pounds, {
    terms,
    heldMinor: 9_000n,
    owedMinor: 400n,
  }),
  'card-rate-difference': ledger.cardRateDifference(cardTransaction, pounds, money(-120n, 'GBP')),
  'card-refunded': ledger.cardRefunded(cardTransaction, pounds, terms),
}

const ABOUT = `The postings of each journal of the ledger: money moves by these journals only. Each section has the purpose of a journal and an example.

The functions of \`src/ledger/\` made these examples. Transfer 12, and the conversion as movement 7, sell £100.00 for €114.20; the other movements move the same £100.00. The £100.00 include a fee of £0.80, of
which £0.50 are the partner's. Balances 3 and 5 are in pounds, balance 4 is in euros. Card transaction 31 pays for the same exchange: £90.00
of it are held, and £4.00 become owed.`

export function journalsDocument(): string {
  const sections = Object.entries(examples).map(([name, { reference, postings }]) => {
    const rows = postings.map(({ from, to, amount }) => [
      `\`${from}\``,
      `\`${to}\``,
      textWithCurrency(amount),
      reference,
    ])
    const table = markdownTable(['From', 'To', 'Amount', 'Reference'], rows)
    return `\n## ${name}\n\n${ledger.journals[name as ledger.JournalName]}\n\n${table}\n`
  })
  return `${heading('Journals', ABOUT)}${sections.join('')}`
}
