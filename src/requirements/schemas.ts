// The dynamic form on the wire (Spec A 2.3, Facts 10.5).

import Type, { type Static } from 'typebox'
import {
  type AccountForm,
  accountTypes,
  detailKeys,
  type TransferForm,
  transferDetailKeys,
} from '../corridors/index.ts'
import { identifiers } from '../kernel/dialect.ts'
import { amountIn, currencyCode, idIn, input, nullable, oneOf, uuid } from '../kernel/wire.ts'

/** What may be known of a route besides its currencies. */
const beside = {
  originatorLegalEntityType: Type.Optional(
    oneOf(['PRIVATE', 'BUSINESS'], 'Who the money is sent for, when it is not the sender'),
  ),
  addressRequired: Type.Optional(
    Type.Boolean({ description: 'Ask for a complete address whatever the currencies' }),
  ),
}

export const QuoteQuery = input(beside)
export type QuoteQuery = Static<typeof QuoteQuery>

export const RouteQuery = input({
  source: currencyCode('What is sent'),
  target: currencyCode('What the recipient is paid in', { examples: ['EUR'] }),
  sourceAmount: amountIn('How much is sent'),
  ...beside,
})
export type RouteQuery = Static<typeof RouteQuery>

const Choice = Type.Object(
  {
    key: Type.String({ examples: ['PRIVATE'] }),
    name: Type.String({ examples: ['Person'] }),
  },
  { title: 'FormChoice' },
)

const formKey = (description = 'Key of a field') =>
  identifiers(detailKeys, Type.String({ description, examples: ['sortCode'] }))

const Validator = Type.Object(
  {
    url: Type.String({ examples: ['http://localhost:8080/v1/validators/sort-code'] }),
    params: Type.Array(
      Type.Object({
        key: formKey(),
        parameterName: formKey(),
        required: Type.Boolean(),
      }),
    ),
  },
  { title: 'FormFieldValidator' },
)

const length = (description: string) => nullable(Type.Integer({ description, examples: [8] }))

const Group = Type.Object(
  {
    key: formKey('The field to send'),
    name: Type.String({ examples: ['UK sort code'] }),
    type: oneOf(['text', 'select', 'radio', 'date']),
    refreshRequirementsOnChange: Type.Boolean({
      description: 'Ask again by POST when this field has a value',
    }),
    required: Type.Boolean(),
    displayFormat: nullable(Type.String({ examples: ['**-**-**'] })),
    example: Type.String({ examples: ['40-30-20'] }),
    minLength: length('Least number of characters'),
    maxLength: length('Greatest number of characters'),
    validationRegexp: nullable(Type.String({ examples: ['^\\d{2}-?\\d{2}-?\\d{2}$'] })),
    validationAsync: nullable(Validator),
    // Written with its types side by side: as a choice of two schemas, each long list of banks would
    // be validated before it is serialised.
    valuesAllowed: Type.Unsafe<readonly Static<typeof Choice>[] | null>({
      type: ['array', 'null'],
      items: Choice,
    }),
  },
  { title: 'FormField' },
)

export const Forms = Type.Unsafe<readonly AccountForm[]>(
  Type.Array(
    Type.Object(
      {
        type: identifiers(accountTypes, Type.String({ examples: ['sort_code'] })),
        title: Type.String({ examples: ['Local bank account'] }),
        usageInfo: Type.Null(),
        fields: Type.Array(
          Type.Object({
            name: Type.String({ examples: ['UK sort code'] }),
            group: Type.Array(Group),
          }),
        ),
      },
      { title: 'RecipientForm' },
    ),
    { title: 'RecipientFormList' },
  ),
)

const TEXT_MAX = 255
const details = Object.fromEntries(
  transferDetailKeys.map((key) => [key, Type.Optional(Type.String())]),
)

export const TransferAsked = input(
  {
    targetAccount: idIn('recipient', 'The recipient to pay'),
    quoteUuid: uuid('The quote to use'),
    customerTransactionId: Type.Optional(
      Type.String({
        maxLength: TEXT_MAX,
        description: 'Of the transfer to be; not looked at',
        examples: ['0f5551dc-0542-45d2-80e7-46378aefae0b'],
      }),
    ),
    originatorLegalEntityType: beside.originatorLegalEntityType,
    details: Type.Optional(
      input(details, {
        description: 'As far as it is filled in: some answers lead to further questions',
      }),
    ),
  },
  { title: 'TransferFormRequest' },
)
export type TransferAsked = Static<typeof TransferAsked>

export const TransferForms = Type.Unsafe<readonly TransferForm[]>(
  Type.Array(
    Type.Object(
      {
        type: oneOf(['transfer']),
        fields: Type.Array(
          Type.Object({
            name: Type.String({ examples: ['Transfer reference'] }),
            group: Type.Array(
              Type.Object(
                {
                  key: Type.String({ description: 'The detail to send', examples: ['reference'] }),
                  name: Type.String({ examples: ['Transfer reference'] }),
                  type: oneOf(['text', 'select']),
                  refreshRequirementsOnChange: Type.Boolean({
                    description: 'Ask again when this field has a value',
                  }),
                  required: Type.Boolean(),
                  displayFormat: Type.Null(),
                  example: Type.Null(),
                  minLength: length('Least number of characters'),
                  maxLength: length('Greatest number of characters'),
                  validationRegexp: nullable(Type.String({ examples: ['[a-zA-Z0-9- ]*'] })),
                  validationAsync: Type.Null(),
                  valuesAllowed: Type.Unsafe<readonly Static<typeof Choice>[] | null>({
                    type: ['array', 'null'],
                    items: Choice,
                  }),
                },
                { title: 'TransferFormField' },
              ),
            ),
          }),
        ),
      },
      { title: 'TransferForm' },
    ),
    { title: 'TransferFormList' },
  ),
)
