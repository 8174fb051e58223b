// The only endpoint of this module: the validators of bank details, some of which forms point to.

import Type from 'typebox'
import { reads } from '../kernel/endpoint.ts'
import { refuse } from '../kernel/refusal.ts'
import { input } from '../kernel/wire.ts'
import { ValidationNotSuccessful, ValidatorUnknown } from './errors.ts'
import {
  DETAIL_LENGTH_MAX,
  detailDescriptions,
  type ValidatorValues,
  validators,
} from './forms/index.ts'

const parameterNames = new Set(
  [...validators.values()].flatMap(({ params }) => params.map(({ name }) => name)),
)
const parameterExamples: Readonly<Record<string, string>> = {
  sortCode: '231470',
  accountNumber: '28821822',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  abartn: '111000025',
  ifscCode: 'YESB0236041',
  bsbCode: '802985',
  institutionNumber: '006',
  transitNumber: '04841',
  bankgiroNumber: '5805-6201',
  phoneNumber: '+380501234567',
  cardNumber: '6240008631401148',
  bankCode: '044525225',
  branchCode: '1234',
  cpf: '529.982.247-25',
}

const Values = input(
  Object.fromEntries(
    [...parameterNames].map((name) => [
      name,
      Type.Optional(
        Type.String({
          maxLength: DETAIL_LENGTH_MAX,
          description: detailDescriptions[name] ?? '',
          examples: [parameterExamples[name] ?? ''],
        }),
      ),
    ]),
  ),
  { description: 'The values to check, under the parameter names of the form' },
)

export const validate = reads(
  {
    id: 'corridors.validate',
    operationId: 'validateRecipientDetail',
    route: 'GET /v1/validators/{validator}',
    summary: 'Check a bank detail with a validator of a recipient form.',
    spec: 'A 2.3, Facts 8.4, D90',
    access: { token: 'none' },
    params: Type.Object({
      validator: Type.String({
        description: 'The name of the validator, as in forms',
        examples: ['sort-code'],
      }),
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
    errors: [ValidatorUnknown, ValidationNotSuccessful],
  },
  async (_db, { params, query }) => {
    // A cast, because the properties of `Values` are computed, so its type does not name them.
    checkValues(params.validator, query as ValidatorValues)
    return { validation: 'success' }
  },
)

/**
 * Refuses values that the validator does not accept. The error names the last required parameter, whichever value is wrong:
 * the account number, not the bank code before it.
 */
function checkValues(name: string, values: ValidatorValues): void {
  const validator = validators.get(name) ?? refuse(ValidatorUnknown, { arguments: [name] })
  if (validator.check(values)) return
  const path = validator.params.findLast(({ required }) => required)?.name ?? name
  const value = values[path]
  const message = `${path} has not passed validation.`
  refuse(ValidationNotSuccessful, { path, message, arguments: value === undefined ? [] : [value] })
}
