// The shape of one field of a dynamic form (A 2.3, Facts 10.5).

import Type, { type Static } from 'typebox'
import { identifiers } from '../../kernel/dialect.ts'
import { described, nullable, oneOf } from '../../kernel/wire.ts'
import { detailKeys } from './details.ts'

export const FormChoice = Type.Object(
  {
    key: Type.String({ description: 'The value to send', examples: ['PRIVATE'] }),
    name: Type.String({ description: 'The label of the value', examples: ['Person'] }),
  },
  { title: 'FormChoice' },
)

const formKey = (description = 'Key of a field') =>
  identifiers(detailKeys, Type.String({ description, examples: ['sortCode'] }))

const Validator = Type.Object(
  {
    url: Type.String({
      description: 'The URL that checks a value before it is sent',
      examples: ['http://localhost:8080/v1/validators/sort-code'],
    }),
    params: Type.Array(
      Type.Object({
        key: formKey(),
        parameterName: formKey(),
        required: Type.Boolean({ description: 'Whether the parameter must be sent' }),
      }),
      { description: 'Which fields go into which query parameters of the check' },
    ),
  },
  { title: 'FormFieldValidator' },
)

export const formLength = (description: string) =>
  nullable(Type.Integer({ description, examples: [8] }))

export const FormFieldSchema = Type.Object(
  {
    key: formKey('The field to send'),
    name: Type.String({ description: 'The label of the field', examples: ['UK sort code'] }),
    type: oneOf(['text', 'select', 'radio', 'date'], 'How the value is entered'),
    refreshRequirementsOnChange: Type.Boolean({
      description: 'Whether to send the form again by POST when the value of this field changes',
    }),
    required: Type.Boolean({ description: 'Whether the field must be sent' }),
    displayFormat: nullable(
      Type.String({
        description: 'How to display the value in groups: each asterisk is a character',
        examples: ['**-**-**'],
      }),
    ),
    example: Type.String({
      description: 'An example of a value; may be empty',
      examples: ['40-30-20'],
    }),
    minLength: formLength('Minimum number of characters'),
    maxLength: formLength('Maximum number of characters'),
    validationRegexp: nullable(
      Type.String({
        description: 'Regular expression that the value must match',
        examples: ['^\\d{2}-?\\d{2}-?\\d{2}$'],
      }),
    ),
    validationAsync: nullable(
      described(Validator, 'A check of the value by the service; null when there is none'),
    ),
    // A list of types instead of `anyOf`: with `anyOf`, the serializer would validate each long list of banks
    // before writing the list.
    valuesAllowed: Type.Unsafe<readonly Static<typeof FormChoice>[] | null>({
      description: 'The values to choose from; null when the form lists none',
      type: ['array', 'null'],
      items: FormChoice,
    }),
  },
  { title: 'FormField' },
)
