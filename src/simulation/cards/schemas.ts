// The requests of simulated card payments (C 4.3, Facts 13.6). By specification they can contain a card number, a PIN and
// verification codes. These secrets are neither logged nor repeated in a refusal. A reply repeats the secrets of the
// request, and never shows those in the database (D74).

import Type, { type Static } from 'typebox'
import { CAPTURE_MAX_TENTHS, type Merchant } from '../../card-transactions/index.ts'
import { type PosType, posTypes, sandboxCodes } from '../../cards/index.ts'
import {
  amountIn,
  currencyCode,
  described,
  idIn,
  input,
  nullable,
  oneOf,
  uuid,
} from '../../kernel/wire.ts'

export const CardParams = Type.Object({
  profileId: idIn('profile'),
  cardToken: uuid('The token of the card'),
})

/** In characters; a choice of this project. */
const TEXT_LENGTH_MAX = 100
/** In characters: more than the 12 of the longest number of an authorisation, so that a longer, unknown number gets a 404 and not a 400. */
const REFERENCE_LENGTH_MAX = 24
/** `writeOnly` keeps the value out of refusals and of the log of requests. */
const secret = (description: string, pattern: string, example: string) =>
  Type.String({ description, pattern, examples: [example], writeOnly: true })
const limitedText = (description: string, example: string) =>
  Type.Optional(Type.String({ description, maxLength: TEXT_LENGTH_MAX, examples: [example] }))

const PAN = '^[0-9]{12,19}$'

const cardCode = (name: keyof typeof sandboxCodes) =>
  secret(
    `Three digits. A payment is declined unless the code is ${sandboxCodes[name]}.`,
    '^[0-9]{3}$',
    sandboxCodes[name],
  )

const MerchantCategory = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: 0,
  maximum: 9999,
  pattern: '^[0-9]{1,4}$',
  description: 'Merchant category code (ISO 18245): up to four digits',
  examples: [5411],
})

const acquirer = {
  institutionId: limitedText('Id of the institution of the merchant', '012345'),
  name: limitedText('Name of the merchant', 'Corner Shop'),
  city: limitedText('City of the merchant', 'London'),
  merchantCategoryCode: Type.Optional(MerchantCategory),
  country: Type.Optional(
    Type.String({
      description: 'Country of the merchant: two or three letters (ISO 3166-1)',
      pattern: '^[A-Za-z]{2,3}$',
      examples: ['GB'],
    }),
  ),
  acceptorTerminalId: limitedText('Id of the terminal', 'T-1'),
  acceptorIdCode: limitedText('Id of the merchant', 'SHOP-1'),
  forwardingInstitutionId: limitedText('Id of the institution that forwards the message', '012345'),
}
const Acquirer = input(acquirer, {
  title: 'SimulatedAcquirerInput',
  description: 'The merchant and the terminal at which the card is used',
})

export type AcquirerInput = Static<typeof Acquirer>

/** The number of digits of a merchant category code (ISO 18245). */
const CATEGORY_DIGITS = 4
/** The name and the category of a merchant that the request does not describe. */
const DEFAULT_MERCHANT = { name: 'Sandbox merchant', category: '5999' }

/** The merchant that a transaction stores, from the acquirer of the request. */
export function merchantOf({
  acceptorIdCode,
  name = DEFAULT_MERCHANT.name,
  city,
  country,
  merchantCategoryCode = DEFAULT_MERCHANT.category,
}: AcquirerInput): Merchant {
  return {
    id: acceptorIdCode ?? null,
    name,
    city: city ?? null,
    country: country ?? null,
    category: String(merchantCategoryCode).padStart(CATEGORY_DIGITS, '0'),
  }
}

const Amount = input(
  {
    value: amountIn('Amount in major units', { examples: [25.5] }),
    currency: currencyCode('ISO 4217 code', { examples: ['GBP'] }),
  },
  { title: 'SimulatedCardAmount', description: 'The amount' },
)

const transactionTypes = ['CASH_WITHDRAWAL', 'GOODS_AND_SERVICES', 'REFUND'] as const
const transactionType = Type.Optional(
  oneOf(
    transactionTypes,
    'CASH_WITHDRAWAL at a cash machine. REFUND is refused: send a reversal after clearing instead. Default: GOODS_AND_SERVICES.',
  ),
)

/** The number of the seeded card of the sandbox. */
export const EXAMPLE_PAN = '9999100000000002'

export const Authorise = input(
  {
    pos: oneOf(posTypes, 'How the terminal reads the card'),
    transactionType,
    amount: Amount,
    acquirer: Acquirer,
    cardData: input(
      {
        pan: secret('The number of the card, 12 to 19 digits', PAN, EXAMPLE_PAN),
        pin: secret('Any four digits', '^[0-9]{4}$', '1234'),
        cvv1: cardCode('cvv1'),
        icvv: cardCode('icvv'),
        cvv2: cardCode('cvv2'),
      },
      { description: 'The data that the terminal reads from the card' },
    ),
  },
  {
    title: 'SimulateCardAuthorisationRequest',
    examples: [
      {
        pos: 'CHIP_AND_PIN',
        amount: { value: 25.5, currency: 'GBP' },
        acquirer: {
          name: 'Corner Shop',
          city: 'London',
          merchantCategoryCode: 5411,
          country: 'GB',
          acceptorIdCode: 'SHOP-1',
        },
        cardData: { pan: EXAMPLE_PAN, pin: '1234', ...sandboxCodes },
      },
    ],
  },
)

/** The values of `pos` in `Authorise`, and two names that clients of v2 send for `E_COMMERCE`. */
const posTypesOfV2 = [...posTypes, 'E_COMMERCE_NO_3DS', 'E_COMMERCE_3DS'] as const

export const AuthoriseV2 = input(
  {
    pos: oneOf(posTypesOfV2, 'How the terminal reads the card'),
    transactionType,
    amount: Amount,
    mcc: Type.Optional(MerchantCategory),
    cardNumber: secret('The number of the card, 12 to 19 digits', PAN, EXAMPLE_PAN),
  },
  {
    title: 'SimulateCardAuthorisationV2Request',
    examples: [
      {
        pos: 'E_COMMERCE',
        transactionType: 'GOODS_AND_SERVICES',
        amount: { value: 25.5, currency: 'GBP' },
        mcc: 5411,
        cardNumber: EXAMPLE_PAN,
      },
    ],
  },
)

export function posOf(pos: (typeof posTypesOfV2)[number]): PosType {
  return pos === 'E_COMMERCE_NO_3DS' || pos === 'E_COMMERCE_3DS' ? 'E_COMMERCE' : pos
}

const referenceNumber = (description: string, example: string) =>
  Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    maxLength: REFERENCE_LENGTH_MAX,
    description,
    examples: [example],
  })

/** The reference that the authorisation returned. Only its two numbers are compared, because clients rewrite its other fields. */
const ReferenceIn = input(
  {
    transaction: input(
      {
        acquirer: Type.Optional(Acquirer),
        card: Type.Optional(
          input(
            {
              pan: Type.Optional(
                nullable(
                  secret('The number of the card, digits only', '^[0-9]{0,19}$', EXAMPLE_PAN),
                ),
              ),
              pin: Type.Optional(nullable(secret('The PIN, digits only', '^[0-9]{0,12}$', '1234'))),
              cvv1: Type.Optional(nullable(secret('The CVV1, digits only', '^[0-9]{0,4}$', '123'))),
              icvv: Type.Optional(nullable(secret('The iCVV, digits only', '^[0-9]{0,4}$', '456'))),
              cvv2: Type.Optional(nullable(secret('The CVV2, digits only', '^[0-9]{0,4}$', '789'))),
            },
            { title: 'CardOfReference', description: 'The card' },
          ),
        ),
        stan: referenceNumber('System trace audit number', '000001'),
        retrievalReferenceNum: referenceNumber('Retrieval reference number', '000000000001'),
      },
      { title: 'TransactionOfReference', description: 'The transaction' },
    ),
  },
  {
    title: 'CardAuthorisationReference',
    description: 'The reference that the authorisation returned',
  },
)

const exampleRef = { transaction: { stan: '000001', retrievalReferenceNum: '000000000001' } }

/** The request of a message that follows an authorisation. `exampleValue` is the amount in the example. */
const followUpRequest = (title: string, amountDescription: string, exampleValue: number) =>
  input(
    {
      amount: described(Amount, amountDescription),
      transactionType: Type.Optional(
        oneOf(
          transactionTypes,
          'Accepted and ignored: the transaction keeps the type of its authorisation',
        ),
      ),
      ref: ReferenceIn,
    },
    { title, examples: [{ amount: { value: exampleValue, currency: 'GBP' }, ref: exampleRef }] },
  )

export const Clear = followUpRequest(
  'SimulateCardClearingRequest',
  `The amount that the merchant collects: at most ${Number(CAPTURE_MAX_TENTHS) / 10} times the authorised amount`,
  25.5,
)
export const Reverse = followUpRequest(
  'SimulateCardReversalRequest',
  'The amount that stays authorised; 0 reverses everything',
  0,
)
export const ReverseCaptured = followUpRequest(
  'SimulateCardPostClearingReversalRequest',
  'The amount that stays captured; 0 refunds everything',
  0,
)
