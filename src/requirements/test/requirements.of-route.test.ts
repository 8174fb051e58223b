import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import type { AccountForm } from '../../corridors/index.ts'
import { inputsOf } from './filling.ts'

describe('requirements.of-route', () => {
  const service = testService()
  const route = { source: 'GBP', target: 'GBP', sourceAmount: '100' }
  const getForms = async (query: Record<string, string>, headers: Record<string, string> = {}) =>
    (await service.createUser()).call('GET /v1/account-requirements', { query, headers })
  /** The forms of a route. Expects the status 200. */
  const listedForms = async (...request: Parameters<typeof getForms>): Promise<AccountForm[]> => {
    const { status, body } = await getForms(...request)
    expect(status).toBe(200)
    return body
  }
  const newestVersion = { 'Accept-Minor-Version': '1' }
  const inputsIn = (form: AccountForm | undefined) => (form === undefined ? [] : inputsOf(form))
  const keysOf = (form: AccountForm | undefined) => inputsIn(form).map(({ key }) => key)

  it('200 returns the forms and their fields in display order', async () => {
    const reply = await getForms(route, newestVersion)
    expect(reply.status).toBe(200)
    expect(reply.body.map(({ type }: AccountForm) => type)).toEqual(['sort_code', 'iban', 'email'])
    const [local] = reply.body
    expect(keysOf(local)).toEqual([
      'legalType',
      'email',
      'accountHolderName',
      'sortCode',
      'accountNumber',
    ])
    expect(local).toMatchObject({ title: 'Local bank account', usageInfo: null })
    expect(local.fields[3]).toEqual({
      name: 'UK sort code',
      group: [
        {
          key: 'sortCode',
          name: 'UK sort code',
          type: 'text',
          refreshRequirementsOnChange: false,
          required: true,
          displayFormat: '**-**-**',
          example: '40-30-20',
          minLength: 6,
          maxLength: 8,
          validationRegexp: '^\\d{2}-?\\d{2}-?\\d{2}$',
          validationAsync: {
            url: 'http://127.0.0.1:80/v1/validators/sort-code',
            params: [{ key: 'sortCode', parameterName: 'sortCode', required: true }],
          },
          valuesAllowed: null,
        },
      ],
    })
    expect(local.fields[0].group[0].valuesAllowed).toEqual([
      { key: 'PRIVATE', name: 'Person' },
      { key: 'BUSINESS', name: 'Business' },
    ])
  })

  it('200 returns validator URLs that do not depend on the Host header', async () => {
    const [local] = await listedForms(route, { ...newestVersion, host: 'money.example' })
    const sortCode = inputsIn(local).find(({ key }) => key === 'sortCode')
    expect(sortCode?.validationAsync?.url).toBe('http://127.0.0.1:80/v1/validators/sort-code')
  })

  it('200 omits name, legal type and e-mail in version 1.0', async () => {
    const [local] = await listedForms(route)
    expect(keysOf(local)).toEqual(['sortCode', 'accountNumber'])
  })

  it('200 returns more than 1000 Japanese banks', async () => {
    const [japanese] = await listedForms({ ...route, target: 'JPY' }, newestVersion)
    const bank = inputsIn(japanese).find(({ key }) => key === 'bankCode')
    expect(bank?.valuesAllowed?.length).toBeGreaterThan(1000)
  })

  it('200 returns an empty list for a currency that cannot be paid out', async () =>
    expect(await listedForms({ ...route, target: 'ZMW' }, newestVersion)).toEqual([]))

  it('200 requires the city of the address when addressRequired is true, and when the source currency requires an address', async () => {
    const requiredKeys = async (query: Record<string, string>) => {
      const [form] = await listedForms(query, newestVersion)
      return inputsIn(form).flatMap((input) => (input.required ? input.key : []))
    }
    const query = { ...route, originatorLegalEntityType: 'BUSINESS' }
    expect(await requiredKeys(query)).not.toContain('address.city')
    expect(await requiredKeys({ ...query, addressRequired: 'true' })).toContain('address.city')
    expect(await requiredKeys({ ...query, source: 'AUD' })).toContain('address.city')
  })

  it('200 for an amount with the rounding error of a double', async () => {
    const sourceAmount = String(4.53 * 20)
    expect(sourceAmount).toBe('90.60000000000001')
    expect((await getForms({ ...route, sourceAmount })).status).toBe(200)
  })

  const malformed: [query: Record<string, string>, code: string, path: string][] = [
    [{ source: 'GBP', target: 'EUR' }, 'NotNull', 'sourceAmount'],
    [{ ...route, sourceAmount: 'much' }, 'TypeMismatch', 'sourceAmount'],
    [{ ...route, addressRequired: 'perhaps' }, 'TypeMismatch', 'addressRequired'],
    [{ ...route, originatorLegalEntityType: 'CAT' }, 'NotAllowed', 'originatorLegalEntityType'],
    [{ ...route, target: 'XYZ' }, 'CurrencyCode', 'target'],
    [{ ...route, source: 'XYZ' }, 'CurrencyCode', 'source'],
    [{ ...route, sourceAmount: '0' }, 'error.greaterThanZero', 'sourceAmount'],
  ]
  it.each(malformed)('400 for %j: %s at %s', async (query, code, path) => {
    const reply = await getForms(query)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ code, path }])
  })

  it('422 error.amount.precision for more decimals than the currency has', async () => {
    const reply = await getForms({ ...route, sourceAmount: '1.001' })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([
      { code: 'error.amount.precision', path: 'sourceAmount', arguments: ['1.001'] },
    ])
  })
})
