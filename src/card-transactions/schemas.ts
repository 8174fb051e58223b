// Request and reply shapes of card transactions (C 2.6).

import Type, { type Static } from 'typebox'
import type { CardRow } from '../cards/index.ts'
import { idOut } from '../kernel/ids.ts'
import { type Money, money, toWire } from '../kernel/money.ts'
import { pageFields } from '../kernel/pages.ts'
import {
  amountOut,
  currencyCode,
  described,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  text,
  toMillisecond,
  uuid,
} from '../kernel/wire.ts'
import type { TransactionPage } from './list-transactions.ts'
import { categoryName } from './merchant-categories.ts'
import { type Merchant, type TransactionRow, transactionTypes } from './row.ts'
import { authorisationMethod, shownAmount, shownDebit } from './shown-fields.ts'
import { cardTransactionStates } from './states.ts'

export const CardParams = Type.Object({
  profileId: idIn('profile'),
  cardToken: uuid('The token of the card'),
})

export const TransactionParams = Type.Object({
  profileId: idIn('profile'),
  transactionId: idIn('card-transaction'),
})

const dayIn = (description: string, example: string) =>
  Type.Optional(Type.String({ description, maxLength: 'YYYY-MM-DD'.length, examples: [example] }))

export const TransactionsQuery = input({
  ...pageFields,
  fromTransactionDate: dayIn('First day in UTC, YYYY-MM-DD; included', '2026-01-31'),
  toTransactionDate: dayIn('Last day in UTC, YYYY-MM-DD; included', '2026-02-28'),
})

const CardAmount = Type.Object(
  { amount: amountOut('Amount in major units'), currency: currencyCode() },
  { title: 'CardAmount' },
)
const cardAmountField = (description: string) => described(CardAmount, description)

const Debit = Type.Object(
  {
    balanceId: idOut('balance'),
    debitedAmount: cardAmountField(
      'The cost of the payment, the fee included; before the capture, the amount that is held; 0 for a cancelled payment',
    ),
    forAmount: cardAmountField(
      'The captured amount; before the capture, the authorised amount; 0 for a cancelled payment',
    ),
    rate: Type.Number({
      description: "Units of the payment's currency for one unit of the balance's currency",
      examples: [1.17],
    }),
    fee: cardAmountField('The fee of the exchange'),
    rateDifference: cardAmountField(
      'The amount by which a late capture, or one above the hold, cost less than at the rate of the authorisation; negative when it cost more',
    ),
  },
  { title: 'CardTransactionDebit' },
)

const Credit = Type.Object(
  {
    balanceId: idOut('balance'),
    creditedAmount: cardAmountField('The amount that the refund returned'),
    rateDifference: cardAmountField(
      'Negative when the refund returned less because the rate has changed; otherwise 0',
    ),
  },
  {
    title: 'CardTransactionCredit',
    description: 'The amount that a REFUND returned; null for other types',
  },
)

export const CardTransaction = Type.Object(
  {
    id: text('The id of the card transaction, as text', '5028'),
    cardToken: uuid('The card token, which identifies the card in request paths'),
    type: oneOf(transactionTypes, 'REFUND refunds another transaction'),
    declineReason: nullable(
      text('Why the payment was declined; null otherwise', 'INSUFFICIENT_FUNDS'),
    ),
    detailedDeclineReason: nullable(
      text('A more precise reason; null where none exists', 'ECOM_DISABLED'),
    ),
    createdDate: instantOut(
      'When the payment was authorised or declined, or when the refund was made',
    ),
    state: oneOf(
      cardTransactionStates.states,
      'IN_PROGRESS is authorised, COMPLETED captured or refunded, CANCELLED reversed or released, DECLINED not approved',
    ),
    cardLastDigits: text('The last four digits of the card number', '1234'),
    transactionAmount: cardAmountField(
      'The captured or refunded amount; before the capture, the authorised amount; for a cancelled or declined payment, the requested amount',
    ),
    fees: Type.Array(
      Type.Object(
        {
          amount: amountOut('The fee in major units'),
          currency: currencyCode(),
          feeType: text(
            'ATM_WITHDRAWAL is a fee of the service, ATM_MACHINE a fee of the owner of the cash machine',
            'ATM_WITHDRAWAL',
          ),
        },
        { title: 'CardTransactionFee' },
      ),
      { description: 'Fees in addition to the exchange; always empty' },
    ),
    transactionAmountWithFees: cardAmountField('transactionAmount plus the fees'),
    merchant: Type.Object(
      {
        id: nullable(text('The id that the terminal sent', 'SHOP-1')),
        name: text('Name of the merchant', 'Corner Shop'),
        location: Type.Object(
          {
            country: nullable(text('Country', 'GB')),
            city: nullable(text('City', 'London')),
            zipCode: nullable(text('Post code; terminals send none', 'SW1A 1AA')),
            region: nullable(text('Region; terminals send none', 'London')),
            state: nullable(text('State; terminals send none', 'NY')),
          },
          { description: 'The address of the merchant' },
        ),
        category: Type.Object(
          {
            name: text('The name of the category', 'Grocery stores'),
            code: text('Merchant category code', '5411'),
            description: text('The name of the category', 'Grocery stores'),
          },
          { description: 'The category of the merchant' },
        ),
      },
      { title: 'CardMerchant', description: 'The merchant, or the cash machine' },
    ),
    authorisationMethod: text('How the card was read', 'CHIP_AND_PIN'),
    balanceTransactionId: nullable(
      Type.Integer({
        description: 'The step_id of the debit in balances#update; null where nothing was debited',
        examples: [1234567],
      }),
    ),
    debits: Type.Array(Debit, {
      description:
        'The balance that pays; empty when no balance pays, such as for a declined payment, and for a REFUND',
    }),
    credit: nullable(Credit),
    originalTransactionId: nullable(text('The transaction that a REFUND refunds', '5027')),
  },
  { title: 'CardTransaction' },
)

export const CardTransactionPage = Type.Object(
  {
    totalCount: Type.Integer({
      description: 'The number of transactions on all pages',
      examples: [1],
    }),
    transactions: Type.Array(CardTransaction, { description: 'Newest first' }),
  },
  { title: 'CardTransactionPage' },
)

const amountOf = (amount: Money) => ({ amount: toWire(amount), currency: amount.currency })

export function showTransaction(
  row: TransactionRow,
  card: Pick<CardRow, 'token' | 'lastDigits'>,
): Static<typeof CardTransaction> {
  const amount = amountOf(shownAmount(row))
  return {
    id: String(row.id),
    cardToken: card.token,
    type: row.type,
    declineReason: row.declineReason,
    detailedDeclineReason: row.detailedDeclineReason,
    createdDate: toMillisecond(row.createdAt),
    state: row.state,
    cardLastDigits: card.lastDigits,
    transactionAmount: amount,
    fees: [],
    transactionAmountWithFees: amount,
    merchant: showMerchant(row.merchant),
    authorisationMethod: authorisationMethod(row),
    balanceTransactionId: row.balanceTransactionId,
    debits: showDebits(row),
    credit: showCredit(row),
    originalTransactionId: row.originalId === null ? null : String(row.originalId),
  }
}

function showMerchant({ id, name, country, city, category: code }: Merchant) {
  const category = categoryName(code)
  return {
    id,
    name,
    location: { country, city, zipCode: null, region: null, state: null },
    category: { name: category, code, description: category },
  }
}

function showDebits(row: TransactionRow): Static<typeof Debit>[] {
  const shown = shownDebit(row)
  if (shown === undefined) return []
  return [
    {
      balanceId: shown.balanceId,
      debitedAmount: amountOf(shown.debited),
      forAmount: amountOf(shown.forAmount),
      rate: shown.rate,
      fee: amountOf(shown.fee),
      rateDifference: amountOf(shown.rateDifference),
    },
  ]
}

function showCredit({ debit, creditMinor, rateDifferenceMinor }: TransactionRow) {
  if (debit === null || creditMinor === null) return null
  return {
    balanceId: debit.balanceId,
    creditedAmount: amountOf(money(creditMinor, debit.currency)),
    rateDifference: amountOf(money(rateDifferenceMinor, debit.currency)),
  }
}

export function showTransactionPage({
  card,
  totalCount,
  transactions,
}: TransactionPage): Static<typeof CardTransactionPage> {
  return { totalCount, transactions: transactions.map((row) => showTransaction(row, card)) }
}
