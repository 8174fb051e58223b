// Request and reply shapes of extension forms and extensions.

import Type, { type Static } from 'typebox'
import { FormFieldSchema } from '../../corridors/index.ts'
import { described, input } from '../../kernel/wire.ts'
import type { ExtensionDetails, ExtensionForm } from './form.ts'

// The form decides which values are allowed and required, and reports all violations together.
const details = {
  accountPurpose: Type.Optional(
    Type.String({
      description: 'The purpose of the account: one of the values of the form',
      examples: ['SENDING_MONEY_REGULARLY_TO_FAMILY'],
    }),
  ),
  accountPurposeDescription: Type.Optional(
    Type.String({
      description: 'A description of the purpose; required when accountPurpose is OTHER',
      examples: ['Paying the fees of a university abroad'],
    }),
  ),
  occupation: Type.Optional(
    Type.String({
      description: 'The occupation of the person; required when the form has this field',
      examples: ['Software Engineer'],
    }),
  ),
}

const Details = input(details, {
  title: 'ProfileExtensionDetails',
  description: 'The value of each input of the form, by the key of the input',
})

export const ExtensionBody = input(
  { details: Details },
  {
    title: 'SaveProfileExtensionsRequest',
    examples: [{ details: { accountPurpose: 'SENDING_MONEY_REGULARLY_TO_FAMILY' } }],
  },
)

export const ExtensionFormBody = input(
  { details: Type.Optional(Details) },
  { title: 'ProfileExtensionFormRequest', examples: [{ details: { accountPurpose: 'OTHER' } }] },
)

export const ExtensionsOut = Type.Object(
  {
    details: described(Details, 'The stored values; values outside of the form are not stored'),
  },
  { title: 'ProfileExtensions' },
)

export function showExtensions(details: ExtensionDetails): Static<typeof ExtensionsOut> {
  return { details }
}

export const ExtensionForms = Type.Unsafe<readonly ExtensionForm[]>(
  Type.Array(
    Type.Object(
      {
        type: Type.String({
          description: 'Always profile-extensions-requirements',
          examples: ['profile-extensions-requirements'],
        }),
        title: Type.String({
          description: 'The title of the form',
          examples: ['Details of the account'],
        }),
        usageInfo: Type.Null({ description: 'Always null: the form has no usage notes' }),
        fields: Type.Array(
          Type.Object({
            name: Type.String({
              description: 'The label of the field',
              examples: ['Purpose of the account'],
            }),
            group: Type.Array(FormFieldSchema, { description: 'The inputs of the field' }),
          }),
          { description: 'The fields of the form, in order' },
        ),
      },
      { title: 'ProfileExtensionForm' },
    ),
    { title: 'ProfileExtensionFormList' },
  ),
)
