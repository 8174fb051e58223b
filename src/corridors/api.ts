// The one thing about corridors that clients ask for by itself.

import Type from 'typebox'
import { reads } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { input } from '../kernel/wire.ts'
import { NotSuccessful, ValidatorUnknown } from './errors.ts'
import {
  DETAIL_LENGTH_MAX,
  detailDescriptions,
  type ValidatorValues,
  validators,
} from './forms/index.ts'

const names = [...new Set([...validators.values()].flatMap(({ params }) => params))].map(
  ({ name }) => name,
)
const samples: Readonly<Record<string, string>> = { sortCode: '231470' }

const Values = input(
  Object.fromEntries(
    names.map((name) => [
      name,
      Type.Optional(
        Type.String({
          maxLength: DETAIL_LENGTH_MAX,
          description: detailDescriptions[name] ?? '',
          examples: [samples[name] ?? '12345678'],
        }),
      ),
    ]),
  ),
  { description: 'The values to check, under the names that the form says' },
)

export const validate = reads(
  {
    id: 'corridors.validate',
    operationId: 'validateRecipientDetail',
    route: 'GET /v1/validators/{validator}',
    summary: 'Check a value of an account before it is posted, as its form says.',
    spec: 'A 2.3, Facts 8.4, D90',
    access: { token: 'none' },
    params: Type.Object({
      validator: Type.String({ description: 'Its name, as in forms', examples: ['sort-code'] }),
    }),
    query: Values,
    reply: Type.Object(
      {
        validation: Type.String({
          description: 'Always success: a value that fails is refused with 422',
          examples: ['success'],
        }),
      },
      { title: 'ValidationResult' },
    ),
    errors: [ValidatorUnknown, NotSuccessful],
  },
  async (_db, { params, query }) => {
    checkValues(params.validator, query as ValidatorValues)
    return { validation: 'success' }
  },
)

/** Of several values the last required one is in question: the account after its bank. */
function checkValues(name: string, values: ValidatorValues): void {
  const validator = validators.get(name) ?? refuse(ValidatorUnknown, { arguments: [name] })
  if (validator.check(values)) return
  const path = validator.params.findLast(({ required }) => required)?.name ?? name
  const given = values[path]
  const message = `${path} has not passed validation.`
  refuse(NotSuccessful, { path, message, arguments: given === undefined ? [] : [given] })
}
