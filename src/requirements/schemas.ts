// The shapes of account forms and transfer forms (A 2.3, Facts 10.5).

import Type, { type Static } from 'typebox'
import {
  type AccountForm,
  accountTypes,
  FormChoice,
  FormFieldSchema,
  formLength,
  type TransferForm,
  transferDetailDescriptions,
  transferDetailKeys,
} from '../corridors/index.ts'
import { identifiers } from '../kernel/dialect.ts'
import { amountIn, currencyCode, idIn, input, nullable, oneOf, uuid } from '../kernel/wire.ts'

const ORIGINATOR_TYPE =
  'The legal type of the person or business for whom the sender sends the money'

const originatorType = (description: string) =>
  Type.Optional(oneOf(['PRIVATE', 'BUSINESS'], description))

/** Optional facts about a route besides its currencies. */
const routeFacts = {
  originatorLegalEntityType: originatorType(
    `${ORIGINATOR_TYPE}; account forms do not depend on it`,
  ),
  addressRequired: Type.Optional(
    Type.Boolean({
      description: 'true requires a complete address, also on a route that needs no address',
    }),
  ),
}

export const QuoteQuery = input(routeFacts)
export type QuoteQuery = Static<typeof QuoteQuery>

export const RouteQuery = input({
  source: currencyCode('The currency that is sent'),
  target: currencyCode('The currency in which the recipient is paid', { examples: ['EUR'] }),
  sourceAmount: amountIn('The amount to send, in the source currency'),
  ...routeFacts,
})
export type RouteQuery = Static<typeof RouteQuery>

export const Forms = Type.Unsafe<readonly AccountForm[]>(
  Type.Array(
    Type.Object(
      {
        type: identifiers(
          accountTypes,
          Type.String({
            description: 'The type to send with the recipient',
            examples: ['sort_code'],
          }),
        ),
        title: Type.String({
          description: 'The title of the form',
          examples: ['Local bank account'],
        }),
        usageInfo: Type.Null({ description: 'Always null: forms have no usage notes' }),
        fields: Type.Array(
          Type.Object({
            name: Type.String({
              description: 'The label of the field',
              examples: ['UK sort code'],
            }),
            group: Type.Array(FormFieldSchema, { description: 'The inputs of the field' }),
          }),
          { description: 'The fields of the form, in order' },
        ),
      },
      { title: 'RecipientForm' },
    ),
    { title: 'RecipientFormList' },
  ),
)

/** In characters; a choice of this project. Longer than a UUID, because this operation ignores the value. */
const KEY_LENGTH_MAX = 255

const details = Object.fromEntries(
  transferDetailKeys.map((key) => [
    key,
    Type.Optional(Type.String({ description: transferDetailDescriptions[key] })),
  ]),
)

export const TransferFormRequest = input(
  {
    targetAccount: idIn('recipient', 'The recipient to pay'),
    quoteUuid: uuid('The quote to use'),
    customerTransactionId: Type.Optional(
      Type.String({
        maxLength: KEY_LENGTH_MAX,
        description: 'The idempotency key of the transfer; ignored here',
        examples: ['0f5551dc-0542-45d2-80e7-46378aefae0b'],
      }),
    ),
    originatorLegalEntityType: originatorType(ORIGINATOR_TYPE),
    details: Type.Optional(
      input(details, {
        description:
          'The values that are filled in so far: some values make further fields required',
      }),
    ),
  },
  {
    title: 'TransferFormRequest',
    examples: [
      {
        targetAccount: 1,
        quoteUuid: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
        details: { reference: 'Rent' },
      },
    ],
  },
)
export type TransferFormRequest = Static<typeof TransferFormRequest>

export const TransferForms = Type.Unsafe<readonly TransferForm[]>(
  Type.Array(
    Type.Object(
      {
        type: oneOf(['transfer'], 'Always transfer'),
        fields: Type.Array(
          Type.Object({
            name: Type.String({
              description: 'The label of the field',
              examples: ['Transfer reference'],
            }),
            group: Type.Array(
              Type.Object(
                {
                  key: Type.String({ description: 'The detail to send', examples: ['reference'] }),
                  name: Type.String({
                    description: 'The label of the field',
                    examples: ['Transfer reference'],
                  }),
                  type: oneOf(['text', 'select'], 'How the value is entered'),
                  refreshRequirementsOnChange: Type.Boolean({
                    description: 'Whether to send the form again by POST when the value changes',
                  }),
                  required: Type.Boolean({ description: 'Whether the field must be sent' }),
                  displayFormat: Type.Null({
                    description: 'Always null: no transfer detail has a display format',
                  }),
                  example: Type.Null({
                    description: 'Always null: transfer details have no examples',
                  }),
                  minLength: formLength('Minimum number of characters'),
                  maxLength: formLength('Maximum number of characters'),
                  validationRegexp: nullable(
                    Type.String({
                      description: 'Regular expression that the value must match',
                      examples: ['[a-zA-Z0-9- ]*'],
                    }),
                  ),
                  validationAsync: Type.Null({
                    description: 'Always null: transfer details have no validator to call',
                  }),
                  valuesAllowed: Type.Unsafe<readonly Static<typeof FormChoice>[] | null>({
                    description: 'The values to choose from; null where any value may be typed in',
                    type: ['array', 'null'],
                    items: FormChoice,
                  }),
                },
                { title: 'TransferFormField' },
              ),
              { description: 'The inputs of the field' },
            ),
          }),
          { description: 'The fields of the form, in order' },
        ),
      },
      { title: 'TransferForm' },
    ),
    { title: 'TransferFormList' },
  ),
)
