// The shapes of quotes on the wire (A 2.4, Facts 6).

import Type from 'typebox'
import { payIns, payOuts } from '../corridors/index.ts'
import { idOut } from '../kernel/ids.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  described,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  uuid,
} from '../kernel/wire.ts'
import { quoteStatuses } from './model.ts'

const payIn = (description: string) => oneOf(payIns, description)
const payOut = (description: string) => oneOf(payOuts, description)

/** The fields of an order in a request. */
export const orderFields = {
  sourceCurrency: currencyCode('Currency that is paid, ISO 4217'),
  targetCurrency: currencyCode('Currency that the recipient gets, ISO 4217', {
    examples: ['EUR'],
  }),
  sourceAmount: Type.Optional(
    amountIn(
      'The amount that the sender pays, the fee included. Send this or targetAmount, not both.',
    ),
  ),
  targetAmount: Type.Optional(
    amountIn('The exact amount that the recipient receives. Send this or sourceAmount, not both.', {
      examples: [],
    }),
  ),
  payOut: Type.Optional(
    payOut(
      'The pay-out method. Default: BANK_TRANSFER. When BANK_TRANSFER or BALANCE does not reach the account of the recipient, the quote has the pay-out method of that account instead.',
    ),
  ),
  preferredPayIn: Type.Optional(
    payIn(
      'The pay-in method that a transfer of the quote uses; its payment option comes first. Default: BALANCE for payOut BALANCE where the source currency has balances, otherwise BANK_TRANSFER.',
    ),
  ),
}

const targetAccount = Type.Optional(
  idIn('recipient', 'A recipient of this profile in the target currency'),
)

export const ExampleIn = input(orderFields, { title: 'CreateExampleQuoteRequest' })
export const QuoteIn = input({ ...orderFields, targetAccount }, { title: 'CreateQuoteRequest' })
export const QuoteInV2 = input(
  {
    profile: idIn('profile', 'The sender'),
    ...orderFields,
    targetAccount,
  },
  { title: 'CreateQuoteV2Request' },
)
export const QuotePatch = input(
  {
    targetAccount,
    payOut: Type.Optional(
      payOut(
        'The pay-out method. Default: the method of the quote. When the default, BANK_TRANSFER or BALANCE does not reach the account of the recipient, the quote has the pay-out method of that account instead.',
      ),
    ),
  },
  { title: 'UpdateQuoteRequest' },
)

/** The amounts of an option or a quote in a reply. */
export const amounts = {
  sourceAmount: amountOut('The amount that the sender pays, the fee included'),
  targetAmount: amountOut('The amount that the recipient receives'),
}
export const rate = Type.Number({
  description: 'Units of the target currency for one unit of the source currency',
  examples: [1.15074],
})
/** When the money arrives, for a reply. */
export const estimatedDelivery = nullable(
  instantOut(
    'Estimated delivery if the transfer was paid when the quote was created or last changed; null once the quote is used or expired',
  ),
)
const priceSetId = Type.Integer({ description: 'Number of the price list', examples: [1] })

const PriceValue = Type.Object(
  {
    amount: amountOut('Negative for a discount'),
    currency: currencyCode(),
    label: Type.String({ description: 'Amount and currency', examples: ['0.88 USD'] }),
  },
  { title: 'PriceValue' },
)

const PriceExplanation = Type.Object(
  {
    plainText: Type.String({
      description: 'Explanation without markup',
      examples: ['What we charge for sending the money.'],
    }),
    markdown: Type.String({
      description: 'Explanation in Markdown',
      examples: ['What we charge for sending the money.'],
    }),
  },
  { title: 'PriceExplanation', description: 'An explanation of the line for the customer' },
)

const priceLine = <T extends readonly string[]>(types: T) =>
  Type.Object({
    id: Type.Integer({ description: 'The same for every line of this type', examples: [3] }),
    type: oneOf(types, 'The kind of fee or discount'),
    label: Type.String({ description: 'The label of the line', examples: ['Our fee'] }),
    value: described(PriceValue, 'The amount that the line adds to the price'),
    explanation: PriceExplanation,
  })

// Here and below, fields are in the order of the recorded quotes (Facts 6).
const PaymentOption = Type.Object(
  {
    formattedEstimatedDelivery: nullable(
      Type.String({
        description:
          'When the recipient has the money, in words; null once the quote is used or expired',
        examples: ['in 3 hours'],
      }),
    ),
    estimatedDeliveryDelays: Type.Array(
      Type.Object({ reason: Type.String({ description: 'Why delivery takes longer' }) }),
      { description: 'Always empty' },
    ),
    allowedProfileTypes: Type.Array(oneOf(['PERSONAL', 'BUSINESS']), {
      description: 'The types of profiles that can use the option',
    }),
    feePercentage: Type.Number({
      description: 'The fee as a fraction of sourceAmount, four decimals',
      examples: [0.0076],
    }),
    estimatedDelivery,
    ...amounts,
    sourceCurrency: currencyCode(),
    targetCurrency: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
    payOut: payOut('The pay-out method'),
    payIn: payIn('The pay-in method'),
    payInProduct: Type.String({
      description: 'BALANCE, EASY, CHEAP or FAST',
      examples: ['CHEAP'],
    }),
    price: Type.Object(
      {
        priceSetId,
        total: described(priceLine(['TOTAL']), 'The whole price'),
        items: Type.Array(priceLine(['FEE', 'PROVIDER', 'PARTNER', 'DISCOUNT']), {
          description: 'The lines that add up to the total',
        }),
        priceDecisionReferenceId: uuid(
          'Id of the pricing of the quote; the same in all its payment options',
        ),
      },
      { description: 'The price as a list of lines' },
    ),
    fee: Type.Object(
      {
        provider: amountOut('The fee of the service'),
        payIn: amountOut('The fee of the pay-in method'),
        discount: amountOut('The discount'),
        total: amountOut('The sum of the other fees, less the discount'),
        priceSetId,
        partner: amountOut("The application's own price"),
      },
      { description: 'The components of the fee, in the source currency' },
    ),
    disabled: Type.Boolean({ description: 'Whether the option cannot be used' }),
    disabledReason: Type.Optional(
      Type.Object(
        {
          code: Type.String({
            description: 'Identifies the reason',
            examples: ['error.payInmethod.disabled'],
          }),
          message: Type.String({ description: 'A text for the customer' }),
          arguments: Type.Array(Type.String(), { description: 'Always empty' }),
        },
        { description: 'Present only when the option is disabled' },
      ),
    ),
  },
  { title: 'PaymentOption' },
)

const NoticeOut = Type.Object(
  {
    text: Type.String({ description: 'The text of the notice' }),
    link: nullable(
      Type.String({
        description: 'The URL of further information; null without any',
        format: 'uri',
      }),
    ),
    type: oneOf(
      ['WARNING', 'INFO', 'BLOCKED'],
      'The kind of notice. A quote with a BLOCKED notice cannot be used.',
    ),
  },
  { title: 'QuoteNotice' },
)

const TransferFlowConfig = Type.Object(
  {
    highAmount: Type.Object(
      {
        showFeePercentage: Type.Boolean({
          description: 'The amount is large enough for a discount, so show the fee in percent',
        }),
      },
      { description: 'Hints for large amounts' },
    ),
  },
  { title: 'TransferFlowConfig', description: 'Hints for displaying the quote' },
)

const quoteFields = {
  type: oneOf(['REGULAR'], 'Always REGULAR'),
  status: oneOf(
    quoteStatuses,
    'PENDING can be used, ACCEPTED has a transfer, FUNDED is paid, EXPIRED can no longer be used',
  ),
  user: nullable(
    idOut('user', 'The user who created the quote; null in an example without the token of a user'),
  ),
  profile: nullable(idOut('profile', 'The sender; null in an example')),
  clientId: nullable(
    Type.String({
      description:
        'The key of the application, or personal; null in an example, unless the application requested it with its own token and not with the token of a user',
    }),
  ),
  sourceCurrency: currencyCode(),
  targetCurrency: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
  sourceAmount: Type.Optional(amountOut('Present only when the request contained sourceAmount')),
  targetAmount: Type.Optional(amountOut('Present only when the request contained targetAmount')),
  payOut: payOut('The pay-out method'),
  preferredPayIn: payIn('The pay-in method by which a transfer of the quote is priced'),
  payInCountry: nullable(
    Type.String({
      description: 'Country that the money is paid in from, ISO 3166-1 alpha-2',
      examples: ['GB'],
    }),
  ),
  payOutCountry: nullable(
    Type.String({
      description: 'Country that the money is paid out to, ISO 3166-1 alpha-2',
      examples: ['DE'],
    }),
  ),
  targetAccount: nullable(idOut('recipient', 'The recipient; null until one is set')),
  rate,
  rateType: oneOf(['FIXED'], 'Always FIXED'),
  rateTimestamp: instantOut('When the rate was read'),
  createdTime: instantOut('When the quote was created'),
  expirationTime: instantOut('When the quote expires and can no longer be used'),
  rateExpirationTime: instantOut(
    'The rate applies to money that arrives before then, unless a notice states that the quote has the live rate, or other transfers hold all the guaranteed rates of the profile when the transfer is created',
  ),
  guaranteedTargetAmount: Type.Boolean({ description: 'Always false' }),
  guaranteedTargetAmountAllowed: Type.Boolean({ description: 'Always false' }),
  targetAmountAllowed: Type.Boolean({
    description: 'Always true: a quote may fix the target amount',
  }),
  providedAmountType: oneOf(['SOURCE', 'TARGET'], 'Which amount the request contained'),
  funding: oneOf(['POST'], 'Always POST: the transfer is paid after it is created'),
  targetAccountDetailsOwnedByProfile: nullable(
    Type.Boolean({
      description:
        'Whether targetAccount belongs to the sender (ownedByCustomer); null while the quote has no targetAccount',
    }),
  ),
  notices: Type.Array(NoticeOut, {
    description: 'Notices for the sender about the use of the quote',
  }),
  transferFlowConfig: TransferFlowConfig,
  paymentOptions: Type.Array(PaymentOption, { description: 'A transfer uses the first option' }),
}

export const ExampleOut = Type.Object(quoteFields, { title: 'ExampleQuote' })
export const QuoteOut = Type.Object({ id: uuid('Quote id'), ...quoteFields }, { title: 'Quote' })
