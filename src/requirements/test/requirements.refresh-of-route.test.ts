import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import type { AccountForm, FormInput } from '../../corridors/index.ts'
import { inputsOf } from './filling.ts'

describe('requirements.refresh-of-route', () => {
  const service = testService()
  const refresh = async (target: string, body: unknown, query: Record<string, string> = {}) =>
    (await service.createUser()).call('POST /v1/account-requirements', {
      query: { source: 'GBP', target, sourceAmount: '100', ...query },
      headers: { 'Accept-Minor-Version': '1' },
      body,
    })
  const field = (forms: AccountForm[], key: string): FormInput | undefined =>
    forms[0] && inputsOf(forms[0]).find((input) => input.key === key)

  it('200 returns the forms of GET for an empty body and without a body', async () => {
    const blank = await (await service.createUser()).call('GET /v1/account-requirements', {
      query: { source: 'GBP', target: 'USD', sourceAmount: '100' },
      headers: { 'Accept-Minor-Version': '1' },
    })
    expect(blank.status).toBe(200)
    for (const body of [{}, undefined]) {
      const refreshed = await refresh('USD', body)
      expect([refreshed.status, refreshed.body]).toEqual([200, blank.body])
    }
  })

  const changes: [
    target: string,
    body: object,
    key: string,
    change: string,
    because: string,
    field: object | undefined,
  ][] = [
    [
      'USD',
      { details: { address: { country: 'US' } } },
      'address.state',
      'is required',
      'an address in a country with states requires a state',
      { type: 'select', required: true },
    ],
    [
      'USD',
      { details: { 'address.country': 'CA' } },
      'address.state',
      'is required',
      'a dotted key means a nested key',
      { type: 'select', required: true },
    ],
    [
      'USD',
      { details: { address: { country: 'FR' } } },
      'address.state',
      'is absent',
      'France has no states',
      undefined,
    ],
    [
      'JPY',
      { type: 'japanese', currency: 'JPY', details: { bankCode: '6470' } },
      'branchCode',
      'lists the branches',
      'the bank is known',
      { valuesAllowed: expect.arrayContaining([{ key: '100', name: expect.any(String) }]) },
    ],
    [
      'JPY',
      { type: 'japanese' },
      'branchCode',
      'lists no values',
      'the bank is unknown',
      { valuesAllowed: null },
    ],
    [
      'AUD',
      { accountHolderName: 'Sample Ltd', details: { legalType: 'BUSINESS' } },
      'businessNumber',
      'is required',
      'an Australian business has a number',
      { required: true },
    ],
  ]
  it.each(changes)(
    '200 for target %s with %j: %s %s, because %s',
    async (target, body, key, _change, _because, shown) => {
      const reply = await refresh(target, body)
      expect(reply.status).toBe(200)
      if (shown === undefined) expect(field(reply.body, key)).toBeUndefined()
      else expect(field(reply.body, key)).toMatchObject(shown)
    },
  )

  it('200 returns a pattern for names that allows digits for a business and not for a person', async () => {
    const rule = async (legalType: string) => {
      const { status, body } = await refresh('GBP', { details: { legalType } })
      expect(status).toBe(200)
      return field(body, 'accountHolderName')?.validationRegexp ?? ''
    }
    expect('Nora 2').not.toMatch(new RegExp(await rule('PRIVATE')))
    expect('Nora 2').toMatch(new RegExp(await rule('BUSINESS')))
  })

  const malformed: [body: object, query: Record<string, string>, code: string, path: string][] = [
    [{ details: { bankCode: 7 } }, {}, 'TypeMismatch', 'details.bankCode'],
    [{}, { source: 'XYZ' }, 'CurrencyCode', 'source'],
    [{}, { sourceAmount: '-1' }, 'error.greaterThanZero', 'sourceAmount'],
  ]
  it.each(malformed)('400 for %j with %j: %s at %s', async (body, query, code, path) => {
    const reply = await refresh('EUR', body, query)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ code, path }])
  })

  it('422 error.amount.precision for more decimals than the currency has', async () => {
    const reply = await refresh('EUR', {}, { sourceAmount: '1.001' })
    expect(outcome(reply)).toBe('422 error.amount.precision')
  })
})
