// Replies about the progress of a transfer: where to pay, its payments and refunds, its issues, its delivery; and the query of
// the delivery estimate.

import Type, { type Static } from 'typebox'
import { payIns } from '../../corridors/index.ts'
import { idOut } from '../../kernel/ids.ts'
import { toWire, toWireWithCurrency } from '../../kernel/money.ts'
import {
  amountOut,
  currencyCode,
  described,
  input,
  instantOut,
  MoneyOut,
  nullable,
  nullableText,
  oneOf,
  text,
  toMillisecond,
} from '../../kernel/wire.ts'
import { issueDescriptions } from '../model.ts'
import type { MoneyEntry } from '../payments/list-money-entries.ts'
import { issueTypes, type TransferRow } from '../row.ts'

const PaymentOrRefund = Type.Object(
  {
    id: Type.Integer({ description: 'Unique among entries of its type', examples: [6492246] }),
    method: oneOf(payIns, 'How the money was paid in or, for a refund, how it was returned'),
    pricingVariant: nullable(Type.String({ description: 'Always null' })),
    amount: amountOut('The amount paid, including the fee, or the amount returned'),
    currency: currencyCode(),
    timeCreated: instantOut('When the money was received or returned'),
    timeUpdated: instantOut('Equal to timeCreated, because an entry does not change'),
    type: oneOf(
      ['PAYMENT', 'REFUND'],
      'PAYMENT is money that came in, REFUND is money that was returned',
    ),
    balanceId: nullable(
      idOut(
        'balance',
        'The balance that paid, or that the refund went to; null when the money came from outside, and for a refund to a bank account',
      ),
    ),
    recipientId: nullable(
      idOut(
        'recipient',
        'The recipient that the refund went to; null for a payment, and for a refund to a balance or to the account that the money came from',
      ),
    ),
    rateDifference: nullable(
      described(
        MoneyOut,
        'How much the target amount of a payment, or the amount of a refund, changed when money that was already paid was priced again after the rate lock; null without such a change',
      ),
    ),
  },
  { title: 'TransferMoneyEntry' },
)
export const Payments = Type.Array(PaymentOrRefund, { title: 'TransferMoneyEntryList' })

export function showMoneyEntry(entry: MoneyEntry): Static<typeof PaymentOrRefund> {
  const { id, method, amount, at, type, balanceId, recipientId, rateDifference } = entry
  return {
    id,
    method,
    pricingVariant: null,
    amount: toWire(amount),
    currency: amount.currency,
    timeCreated: toMillisecond(at),
    timeUpdated: toMillisecond(at),
    type,
    balanceId,
    recipientId,
    rateDifference: rateDifference && toWireWithCurrency(rateDifference),
  }
}

export const Issues = Type.Array(
  Type.Object(
    {
      type: oneOf(issueTypes, 'The type of the issue, as in events'),
      state: oneOf(['OPENED'], 'Always OPENED: resolved issues are not listed'),
      description: Type.String({ description: 'A text that explains the issue to the sender' }),
    },
    { title: 'TransferIssue' },
  ),
  { title: 'TransferIssueList' },
)

export function showIssues({ activeIssues }: TransferRow): Static<typeof Issues> {
  return activeIssues.map((type) => ({
    type,
    state: 'OPENED' as const,
    description: issueDescriptions[type],
  }))
}

/** In characters: twice the length of the longest IANA name. */
const ZONE_LENGTH_MAX = 64

export const DeliveryQuery = input({
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ZONE_LENGTH_MAX,
      description: 'The time zone of the reply, as an IANA name; default: UTC',
      examples: ['Europe/London'],
    }),
  ),
})

export const DeliveryEstimate = Type.Object(
  {
    estimatedDeliveryDate: Type.String({
      description:
        'When the recipient is expected to have the money: ISO 8601 with milliseconds and the offset of the time zone',
      examples: ['2026-11-20T10:00:00.000+0000'],
    }),
    formattedEstimatedDeliveryDate: Type.String({
      description:
        'The delivery time in words: how long from now if that is less than a day, otherwise the day',
      examples: ['in 3 hours'],
    }),
  },
  { title: 'DeliveryEstimate' },
)

const Address = Type.Object(
  {
    country: text('ISO 3166-1 alpha-2 code of the country', 'GB'),
    firstLine: text('Street and number', '12 Saltmarsh Lane'),
    postCode: text('Postcode', 'EC3R 6GW'),
    city: text('City', 'London'),
    state: nullableText('Code of the state; null in a country without states', 'ON'),
  },
  { title: 'DepositAddress' },
)

export const DepositDetails = Type.Object(
  {
    payinBank: Type.Object(
      {
        bankName: Type.String({ description: 'Name of the bank', examples: ['Godwit Bank'] }),
        bankAddress: described(Address, 'The address of the bank'),
      },
      { description: 'The bank that holds the account' },
    ),
    payinBankAccount: Type.Object(
      {
        currency: currencyCode(),
        bankAccountType: Type.String({ description: 'Always RECIPIENT', examples: ['RECIPIENT'] }),
        details: Type.Array(
          Type.Object({
            type: Type.String({
              description: 'What the value is, such as accountHolder, iban or reference',
              examples: ['accountNumber'],
            }),
            label: Type.String({
              description: 'The label of the field',
              examples: ['Account number'],
            }),
            value: Type.String({
              description:
                'The value as it is shown to people: an IBAN in groups of four characters',
              examples: ['12345678'],
            }),
            rawValue: Type.String({
              description: 'The value as it is sent to a bank: an IBAN without spaces',
              examples: ['12345678'],
            }),
            formattedValue: Type.String({
              description: 'Equal to value',
              examples: ['12345678'],
            }),
            description: nullable(
              Type.String({ description: 'A note for the sender; null when there is none' }),
            ),
          }),
          {
            description:
              'The account holder, the numbers of the account, and the reference that the payment must have',
          },
        ),
      },
      { description: 'The account to pay to' },
    ),
    providerInformation: Type.Object(
      {
        localCompanyName: Type.String({
          description: 'Name of the account holder',
          examples: ['Godwit Payments Ltd'],
        }),
        localAddress: described(Address, 'The address of the account holder'),
      },
      { description: 'The account holder' },
    ),
  },
  { title: 'DepositDetails' },
)
