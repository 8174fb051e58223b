import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { validators } from '../index.ts'

describe('corridors.validate', () => {
  const service = testService()

  it.each<[string, Record<string, string>, string]>([
    ['sort-code', { sortCode: '231470' }, 'six digits'],
    ['iban', { iban: 'DE89370400440532013000' }, 'its sum is right'],
    ['bic', { bic: 'COBADEFFXXX' }, 'the IBAN beside it is optional'],
    ['bic', { bic: 'COBADEFFXXX', iban: 'DE89370400440532013000' }, 'of one country'],
    [
      'canadian-account-number',
      { institutionNumber: '006', transitNumber: '04841', accountNumber: '3456712' },
      'an account with its bank',
    ],
  ])('200 %s takes %j: %s', async (name, query, _) => {
    const reply = await (await service.createUser()).call(`GET /v1/validators/${name}`, { query })
    expect([reply.status, reply.body]).toEqual([200, { validation: 'success' }])
  })

  it.each<[string, Record<string, string>, string, string[], string]>([
    ['sort-code', { sortCode: '2314701' }, 'sortCode', ['2314701'], 'seven digits'],
    ['iban', { iban: 'DE89370400440532013001' }, 'iban', ['DE89370400440532013001'], 'its sum'],
    ['iban', {}, 'iban', [], 'it is not there'],
    [
      'bic',
      { bic: 'COBADEFFXXX', iban: 'FR1420041010050500013M02606' },
      'bic',
      ['COBADEFFXXX'],
      'of two countries',
    ],
    ['thailand-account-number', { bankCode: '002' }, 'accountNumber', [], 'the account is missing'],
  ])('422 VALIDATION_NOT_SUCCESSFUL %s of %j', async (name, query, path, args, _) => {
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
  })

  it.each([
    [undefined, 'no token'],
    ['Bearer nobody-has-this', 'a token that nobody has'],
  ])('D90: 200 and 422 as with a token, where the request has %s: %s', async (authorization, _) => {
    const headers = authorization === undefined ? {} : { authorization }
    const ask = (sortCode: string) =>
      service.call('GET /v1/validators/sort-code', { query: { sortCode }, headers })
    expect((await ask('231470')).body).toEqual({ validation: 'success' })
    expect((await ask('2314701')).status).toBe(422)
  })

  it('404 validator.not-found for a name that no form says', async () => {
    for (const name of ['postcode', 'constructor']) {
      const reply = await (await service.createUser()).call(`GET /v1/validators/${name}`)
      expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'validator.not-found'])
    }
  })

  it('every validator answers an empty request without breaking', async () => {
    const ann = await service.createUser()
    for (const name of validators.keys())
      expect((await ann.call(`GET /v1/validators/${name}`)).status).toBe(422)
  })
})
