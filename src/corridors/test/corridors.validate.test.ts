import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { validate } from '../api.ts'
import { validators } from '../index.ts'

describe('corridors.validate', () => {
  const service = testService()

  it.each<[name: string, query: Record<string, string>, because: string]>([
    ['sort-code', { sortCode: '231470' }, 'a sort code has six digits'],
    ['iban', { iban: 'DE89370400440532013000' }, 'the check digits are right'],
    ['bic', { bic: 'COBADEFFXXX' }, 'the IBAN is optional'],
    ['bic', { bic: 'COBADEFFXXX', iban: 'DE89370400440532013000' }, 'both are of one country'],
    [
      'canadian-account-number',
      { institutionNumber: '006', transitNumber: '04841', accountNumber: '3456712' },
      'each of the three has the right length',
    ],
    [
      'thailand-account-number',
      { bankCode: '002', accountNumber: 'h12-7-38426-0' },
      'the form of a recipient accepts the lower-case letter too',
    ],
  ])('200 %s accepts %j, because %s', async (name, query, _) => {
    const reply = await (await service.createUser()).call(`GET /v1/validators/${name}`, { query })
    expect([reply.status, reply.body]).toEqual([200, { validation: 'success' }])
  })

  it.each<
    [name: string, query: Record<string, string>, because: string, path: string, args: string[]]
  >([
    ['sort-code', { sortCode: '2314701' }, 'the code has seven digits', 'sortCode', ['2314701']],
    [
      'iban',
      { iban: 'DE89370400440532013001' },
      'the check digits are wrong',
      'iban',
      ['DE89370400440532013001'],
    ],
    ['iban', {}, 'the IBAN is missing', 'iban', []],
    [
      'bic',
      { bic: 'COBADEFFXXX', iban: 'FR1420041010050500013M02606' },
      'the BIC and the IBAN are of two countries',
      'bic',
      ['COBADEFFXXX'],
    ],
    ['thailand-account-number', { bankCode: '002' }, 'the account is missing', 'accountNumber', []],
  ])(
    '422 VALIDATION_NOT_SUCCESSFUL from %s for %j, because %s',
    async (name, query, _, path, args) => {
      const reply = await (await service.createUser()).call(`GET /v1/validators/${name}`, { query })
      expect([reply.status, reply.body]).toEqual([
        422,
        {
          errors: [
            {
              code: 'VALIDATION_NOT_SUCCESSFUL',
              message: `${path} has not passed validation.`,
              path,
              arguments: args,
            },
          ],
        },
      ])
    },
  )

  it.each<[token: string, headers: Record<string, string>]>([
    ['no token', {}],
    ['an unknown token', { authorization: 'Bearer unknown-token' }],
  ])(
    'D90: 200 for a valid value and 422 for an invalid one in requests with %s',
    async (_, headers) => {
      const validateSortCode = (sortCode: string) =>
        service.call('GET /v1/validators/sort-code', { query: { sortCode }, headers })
      const { status, body } = await validateSortCode('231470')
      expect([status, body]).toEqual([200, { validation: 'success' }])
      expect((await validateSortCode('2314701')).status).toBe(422)
    },
  )

  it('404 validator.not-found for a name that no validator has', async () => {
    for (const name of ['postcode', 'constructor']) {
      const reply = await (await service.createUser()).call(`GET /v1/validators/${name}`)
      expect(outcome(reply)).toBe('404 validator.not-found')
    }
  })

  it('every query parameter has a description, and an example that a validator with this parameter accepts', () => {
    const { properties } = validate.query as unknown as {
      properties: Record<string, { description: string; examples: string[] }>
    }
    expect(Object.keys(properties)).not.toEqual([])
    const examples = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, schema.examples[0]]),
    )
    for (const [name, { description }] of Object.entries(properties)) {
      expect(description, name).toMatch(/\w/)
      const accepting = [...validators.values()].filter(
        ({ params, check }) => params.some((param) => param.name === name) && check(examples),
      )
      expect(accepting, name).not.toEqual([])
    }
  })

  it('422 from every validator for a request without parameters', async () => {
    const ann = await service.createUser()
    for (const name of validators.keys())
      expect((await ann.call(`GET /v1/validators/${name}`)).status).toBe(422)
  })
})
