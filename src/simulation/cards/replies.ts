// The replies of simulated card payments (C 4.3, Facts 13.6).

import Type, { type Static } from 'typebox'
import { numbersOf, type TransactionRow } from '../../card-transactions/index.ts'
import { type CardRow, expiryYearMonth, type PosType, posTypes } from '../../cards/index.ts'
import { identifiers } from '../../kernel/dialect.ts'
import type { Settings } from '../../kernel/settings.ts'
import { nullable, nullableText, oneOf, uuid } from '../../kernel/wire.ts'
import { type AcquirerInput, EXAMPLE_PAN } from './schemas.ts'

export const CardSimulation = Type.Object(
  {
    reference: Type.Object(
      {
        transaction: Type.Object(
          {
            acquirer: Type.Object(
              {
                institutionId: nullableText('Id of the institution of the merchant', '012345'),
                name: nullableText('Name of the merchant', 'Corner Shop'),
                city: nullableText('City of the merchant', 'London'),
                merchantCategoryCode: nullable(
                  Type.Integer({ description: 'Merchant category code', examples: [5411] }),
                ),
                country: nullableText('Country of the merchant', 'GB'),
                acceptorTerminalId: nullableText('Id of the terminal', 'T-1'),
                acceptorIdCode: nullableText('Id of the merchant', 'SHOP-1'),
                forwardingInstitutionId: nullableText('Id of the forwarding institution', '012345'),
              },
              {
                title: 'SimulatedAcquirer',
                description: 'The acquirer of the request; a field that was not sent is null',
              },
            ),
            card: Type.Object(
              {
                token: uuid('The cardToken of the path'),
                schemeName: identifiers(
                  ['CARD_NETWORK_A', 'CARD_NETWORK_B'],
                  Type.String({ description: 'The card network', examples: ['CARD_NETWORK_A'] }),
                ),
                pan: nullableText(
                  'The card number of the request; null when it was not sent',
                  EXAMPLE_PAN,
                ),
                pin: nullableText('The PIN of the request; null when it was not sent', '1234'),
                cvv1: nullableText('The CVV1 of the request; null when it was not sent', '123'),
                icvv: nullableText('The iCVV of the request; null when it was not sent', '456'),
                cvv2: nullableText('The CVV2 of the request; null when it was not sent', '789'),
                expiration: Type.Array(Type.Integer(), {
                  description: 'Year and month in which the card expires',
                  examples: [[2031, 10]],
                }),
                sequenceNumber: Type.Integer({
                  description: 'Sequence number of the card, always 1',
                  examples: [1],
                }),
                country: nullableText('Country of the card', 'GB'),
                currencies: Type.Array(Type.String(), {
                  description: 'The currency of the card',
                  examples: [['GBP']],
                }),
              },
              { title: 'SimulatedCard', description: 'The card' },
            ),
            pos: Type.Object(
              {
                type: oneOf(posTypes, 'How the terminal reads the card'),
                acceptsOnlinePins: Type.Boolean({
                  description: 'Whether the terminal accepts an online PIN',
                }),
                maxPinLength: Type.Integer({
                  description: 'Maximum number of digits of a PIN',
                  examples: [4],
                }),
                supports3ds: Type.Boolean({
                  description:
                    'Whether the terminal supports 3-D Secure, the confirmation of an online payment by the card holder',
                }),
                hasChip: Type.Boolean({
                  description: 'Whether the terminal reads the chip of a card',
                }),
              },
              { title: 'SimulatedTerminal', description: 'The terminal' },
            ),
            transactionStartTime: Type.Integer({
              description: 'When the payment was authorised, in milliseconds since 1970',
              examples: [1795000000000],
            }),
            stan: Type.String({ description: 'System trace audit number', examples: ['000001'] }),
            schemeTransactionId: Type.String({
              description: 'Id that the card network gives the transaction',
              examples: ['000000000000001'],
            }),
            retrievalReferenceNum: Type.String({
              description: 'Retrieval reference number, derived from the id of the transaction',
              examples: ['000000000001'],
            }),
          },
          { title: 'SimulatedTransaction', description: 'The transaction' },
        ),
        requestMti: Type.String({
          description: 'Message type indicator of the request (ISO 8583)',
          examples: ['0200'],
        }),
        authorizationIdResponse: Type.String({
          description: 'Approval code; empty when the payment was declined',
          examples: ['4F0A2B'],
        }),
      },
      {
        title: 'CardTransactionReference',
        description: 'Send this object as ref to clear or reverse the transaction',
      },
    ),
    error: nullableText(
      'Why the payment was declined; null when it was approved',
      'INSUFFICIENT_FUNDS',
    ),
  },
  { title: 'CardSimulation' },
)

type Secrets = {
  readonly [K in 'pan' | 'pin' | 'cvv1' | 'icvv' | 'cvv2']?: string | null | undefined
}

/** The message type indicator of a financial request (ISO 8583). */
const MTI = '0200'
/** The PIN of a card has four digits (D64). */
const PIN_DIGITS_MAX = 4
const posWithChip: readonly string[] = ['CHIP_AND_PIN', 'CONTACTLESS_CARD', 'MOBILE_WALLET']

export function showSimulation(
  row: Pick<TransactionRow, 'id' | 'pos' | 'approvalCode' | 'declineReason' | 'createdAt'>,
  card: CardRow,
  request: { readonly acquirer: AcquirerInput; readonly secrets: Secrets },
  { cardNetworks }: Pick<Settings, 'cardNetworks'>,
): Static<typeof CardSimulation> {
  const { acquirer, secrets } = request
  return {
    reference: {
      transaction: {
        acquirer: showAcquirer(acquirer),
        card: {
          token: card.token,
          schemeName: cardNetworks[card.network],
          pan: secrets.pan ?? null,
          pin: secrets.pin ?? null,
          cvv1: secrets.cvv1 ?? null,
          icvv: secrets.icvv ?? null,
          cvv2: secrets.cvv2 ?? null,
          expiration: [...expiryYearMonth(card.expiresAt)],
          sequenceNumber: 1,
          country: card.billingAddress['country'] ?? null,
          currencies: [card.currency],
        },
        pos: {
          // `authorisePayment` stores only values of `posTypes`: the schemas admit no others, except two names that `posOf` replaces.
          type: row.pos as PosType,
          acceptsOnlinePins: row.pos === 'CHIP_AND_PIN',
          maxPinLength: PIN_DIGITS_MAX,
          supports3ds: row.pos === 'E_COMMERCE',
          hasChip: posWithChip.includes(row.pos),
        },
        transactionStartTime: row.createdAt.epochMilliseconds,
        ...numbersOf(row.id),
      },
      requestMti: MTI,
      authorizationIdResponse: row.approvalCode ?? '',
    },
    error: row.declineReason,
  }
}

function showAcquirer({ merchantCategoryCode, ...acquirer }: AcquirerInput) {
  return {
    institutionId: acquirer.institutionId ?? null,
    name: acquirer.name ?? null,
    city: acquirer.city ?? null,
    merchantCategoryCode: merchantCategoryCode === undefined ? null : Number(merchantCategoryCode),
    country: acquirer.country ?? null,
    acceptorTerminalId: acquirer.acceptorTerminalId ?? null,
    acceptorIdCode: acquirer.acceptorIdCode ?? null,
    forwardingInstitutionId: acquirer.forwardingInstitutionId ?? null,
  }
}

export const NewestTransactions = Type.Array(
  Type.Object(
    {
      transactionId: Type.Integer({
        description: 'The id of the card transaction',
        examples: [5028],
      }),
      creationTime: Type.Number({ description: 'Seconds since 1970', examples: [1723600773.748] }),
    },
    { title: 'SimulatedTransactionEntry' },
  ),
  { title: 'SimulatedTransactionList' },
)
