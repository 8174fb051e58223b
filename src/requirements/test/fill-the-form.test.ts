import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { checkRoute } from '../../corridors/index.ts'
import { type Account, type FormValues, fillForm, valueAt, withValue } from './filling.ts'

type Corridor = [source: string, currency: string, type: string, FormValues, feature: string]

const corridors: Corridor[] = [
  ['GBP', 'GBP', 'sort_code', { sortCode: '231470', accountNumber: '28821822' }, 'validators'],
  ['GBP', 'EUR', 'iban', { IBAN: 'DE89370400440532013000' }, 'a checksum'],
  [
    'USD',
    'EUR',
    'iban',
    {
      IBAN: 'DE89370400440532013000',
      'address.country': 'DE',
      'address.city': 'Berlin',
      'address.firstLine': 'Some Street 1',
      'address.postCode': '10115',
    },
    'an address that the source currency requires',
  ],
  [
    'GBP',
    'USD',
    'aba',
    {
      abartn: '111000025',
      accountNumber: '65261083',
      'address.country': 'US',
      'address.state': 'NY',
      'address.city': 'New York',
      'address.firstLine': 'Some Ave',
      'address.postCode': '01234',
    },
    'an address, whose country requires a state',
  ],
  [
    'GBP',
    'AUD',
    'australian',
    {
      legalType: 'BUSINESS',
      bsbCode: '023604',
      accountNumber: '123456789',
      businessNumber: '51824753556',
    },
    'a business, which requires its number',
  ],
  [
    'EUR',
    'INR',
    'indian',
    { ifscCode: 'YESB0236041', accountNumber: '678911234567891' },
    'an IFSC',
  ],
  [
    'EUR',
    'JPY',
    'japanese',
    {
      accountHolderName: 'ノラ サンプル',
      bankCode: '6470',
      branchCode: '100',
      accountNumber: '1234567',
    },
    'a bank, which adds its branches',
  ],
  [
    'EUR',
    'BRL',
    'brazil',
    { branchCode: '1234', accountNumber: '12345678-9', cpf: '111.444.777-35' },
    'a tax number',
  ],
  ['GBP', 'CAD', 'ca_network', { caNetworkAccount: 'nora@example.com' }, 'an e-mail address'],
  [
    'GBP',
    'CZK',
    'czech',
    { accountNumber: '5060011118', bankCode: '5500' },
    'three inputs in one field',
  ],
  ['GBP', 'MXN', 'mexican', { clabe: '032180000118359719' }, 'a CLABE'],
  ['GBP', 'NZD', 'newzealand', { accountNumber: '01-0902-0068389-00' }, 'a check by modulo sums'],
  ['EUR', 'AFN', 'email', { email: 'nora@example.com' }, 'an e-mail address only'],
]

/** Longer than any field allows. */
const TOO_LONG = 'x'.repeat(300)
/** A value that no list of allowed values has. */
const NOT_OFFERED = 'NOWHERE'

describe.each(corridors)('from %s to %s by %s', (source, currency, type, values, feature) => {
  const service = testService()
  const post = async (account: Account) => {
    const ann = await service.createUser()
    return ann.call('POST /v1/accounts', { body: { profile: ann.personal, ...account } })
  }
  const faults = (body: { errors: { code: string; path: string }[] }) =>
    body.errors.map(({ code, path }) => ({ code, path }))

  it(`200 for a filled-in form with ${feature}, 422 for each required key that is invalid, and a refusal by the account or its route for each that is missing`, async () => {
    const { account, required } = await fillForm(
      await service.createUser(),
      source,
      { currency, type },
      values,
    )
    expect(Object.keys(values).filter((key) => valueAt(account, key) === undefined)).toEqual([])
    const added = await post(account)
    expect([added.status, added.body]).toMatchObject([200, { currency, type, active: true }])
    expect(checkRoute(account, { source, target: currency })).toEqual([])
    for (const { key, valuesAllowed } of required) {
      const absent = withValue(account, key, undefined)
      const missing = { code: 'REQUIRED', path: key }
      const reply = await post(absent)
      // A key that the account does not require is required by the route (D17).
      if (reply.status === 200) {
        const onRoute = checkRoute(absent, { source, target: currency })
        expect(onRoute.map(({ path }) => path)).toContain(key)
      } else {
        expect(reply.status, key).toBe(422)
        expect(faults(reply.body)).toContainEqual(missing)
      }

      const wrong = valuesAllowed === null ? TOO_LONG : NOT_OFFERED
      const broken = await post(withValue(account, key, wrong))
      expect(broken.status, key).toBe(422)
      expect(faults(broken.body)).toContainEqual({ code: 'NOT_VALID', path: key })
    }
  })
})
