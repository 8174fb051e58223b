import { describe, expect, it } from 'vitest'
import type { CardProgram } from '../../cards/index.ts'
import { type AddressInput, checkAddress } from '../addresses/check-address.ts'
import {
  checkOrder,
  deliveryDetails,
  deliveryEstimate,
  faultsOfUnsupportedFields,
  isAtLimit,
  type OrderInput,
} from '../model.ts'

const virtual: CardProgram = {
  program: 'DEBIT_CONSUMER_UK_1_CARDS_API',
  network: 'A',
  currency: 'GBP',
  type: 'VIRTUAL_NON_UPGRADEABLE',
}
const physical: CardProgram = { ...virtual, type: 'PHYSICAL' }
const address = { firstLine: '1 High Street', city: 'London', postCode: 'SW1A 1AA', country: 'GB' }
const input: OrderInput = { cardHolderName: 'Nora Sample', phoneNumber: '+447700900123', address }
const pathsOf = (sent: OrderInput, program = virtual) =>
  checkOrder(sent, program).faults.map(({ path }) => path)

describe('the fields of an order', () => {
  it.each([
    ['cardHolderName', "Zoë O'Neill-Ó Cuív Jr.", true, 'Latin letters with marks'],
    ['cardHolderName', 'x'.repeat(30), true, '30 characters'],
    ['cardHolderName', 'x'.repeat(31), false, '31 characters'],
    ['cardHolderName', ' ', false, 'blank'],
    ['cardHolderName', 'Нора Sample', false, 'Cyrillic letters'],
    ['cardHolderName', 'Agent 47', false, 'digits'],
    ['cardHolderName', 'Nora\nSample', false, 'two lines'],
    ['phoneNumber', '+1 212 555 0123', true, 'separators'],
    ['phoneNumber', '07700900123', false, 'no country code'],
    ['phoneNumber', '+44', false, 'too short to be a number'],
    ['phoneNumber', '+447700900123;ext=5', false, 'an extension'],
    ['lifetimeLimit', '0', true, 'zero'],
    ['lifetimeLimit', '1000000000', true, 'the greatest limit'],
    ['lifetimeLimit', '1000000001', false, 'more than the greatest limit'],
    ['lifetimeLimit', '0.5', false, 'a fraction'],
    ['lifetimeLimit', '-1', false, 'a negative limit'],
    ['lifetimeLimit', '9'.repeat(400), false, 'hundreds of digits'],
  ])('%s %j is accepted: %s (%s)', (field, value, accepted) => {
    expect(pathsOf({ ...input, [field]: value })).toEqual(accepted ? [] : [field])
  })

  it.each([
    ['NORA SAMPLE', []],
    ["A-Z a.z 0&9/'", []],
    ['x'.repeat(22), []],
    ['x'.repeat(23), ['embossedName']],
    ['NÓRA', ['embossedName']],
    ['  ', ['embossedName']],
    [undefined, ['embossedName']],
  ])(
    'the embossed name %j of a physical card has faults at %j; that of a virtual card is not checked',
    (embossedName, paths) => {
      expect(pathsOf({ ...input, embossedName }, physical)).toEqual(paths)
      const { order, faults } = checkOrder({ ...input, embossedName }, virtual)
      expect([order.embossedName, faults]).toEqual([null, []])
    },
  )

  it('the limit is in minor units of the currency of the program', () => {
    const limitIn = (currency: string) =>
      checkOrder({ ...input, lifetimeLimit: '12' }, { ...virtual, currency }).order
        .lifetimeLimitMinor
    expect([limitIn('GBP'), limitIn('JPY')]).toEqual([1200n, 12n])
  })

  it('D76a: a replacement, another card holder and a kiosk are not supported', () => {
    expect(faultsOfUnsupportedFields(input)).toEqual([])
    const all = {
      replacementDetails: {},
      cardHolderProfileId: 1,
      deliveryOption: 'KIOSK_COLLECTION',
    }
    expect(faultsOfUnsupportedFields({ ...input, ...all }).map(({ path }) => path)).toEqual(
      Object.keys(all),
    )
    expect(
      faultsOfUnsupportedFields({ ...input, deliveryOption: 'POSTAL_SERVICE_STANDARD' }),
    ).toEqual([])
  })
})

type Row = [change: AddressInput, faults: string[], reason: string]

describe('the rules of an address', () => {
  const faultsOf = (sent: AddressInput) =>
    checkAddress(sent).faults.map(({ field, kind }) => `${kind} ${field}`)

  it.each<Row>([
    [{}, [], 'a valid address'],
    [{ country: 'gb', postCode: 'sw1a1aa' }, [], 'codes in lower case'],
    [{ country: undefined }, ['REQUIRED country'], 'no country'],
    [{ country: 'GBR' }, ['NOT_VALID country'], 'an alpha-3 code'],
    [{ country: 'ZZ' }, ['NOT_VALID country'], 'a country that does not exist'],
    [{ firstLine: ' ' }, ['REQUIRED firstLine'], 'a blank line'],
    [{ firstLine: 'x'.repeat(30) }, [], '30 characters'],
    [{ firstLine: 'x'.repeat(31) }, ['NOT_VALID firstLine'], '31 characters'],
    [{ secondLine: 'x'.repeat(31) }, ['NOT_VALID secondLine'], 'an optional line that is too long'],
    [{ city: 'a\tb' }, ['NOT_VALID city'], 'a control character'],
    [{ postCode: 'SW1A 1A' }, ['NOT_VALID postCode'], 'half a British post code'],
    [{ country: 'DE', postCode: '10117' }, [], 'another country'],
    [{ country: 'IE', postCode: 'D02 AF30' }, [], 'letters and digits'],
    [{ country: 'DE', postCode: '1'.repeat(11) }, ['NOT_VALID postCode'], '11 characters'],
    [{ country: 'DE', postCode: '<1>' }, ['NOT_VALID postCode'], 'other characters'],
    [{ firstLine: 'PO Box 12' }, ['NOT_VALID firstLine'], 'a post-office box'],
    [{ firstLine: 'P.O. Box 12' }, ['NOT_VALID firstLine'], 'a post-office box with full stops'],
    [{ secondLine: 'Post Office Box 3' }, ['NOT_VALID secondLine'], 'a post-office box in words'],
    [{ firstLine: 'Postfach 100' }, ['NOT_VALID firstLine'], 'a post-office box in German'],
    [{ firstLine: '3 Boxwood Post Lane' }, [], 'a street whose name resembles a post-office box'],
    [{ country: 'US', postCode: '10001' }, ['REQUIRED state'], 'the United States without a state'],
    [{ country: 'US', postCode: '10001-1234', state: 'ny' }, [], 'a state in lower case'],
    [{ country: 'US', postCode: '10001', state: 'XX' }, ['NOT_VALID state'], 'an unknown state'],
    [{ country: 'CA', postCode: 'K1A 0B1', state: 'ON' }, [], 'a Canadian province'],
    [{ country: 'AU', postCode: '2000', state: 'NSW' }, [], 'an Australian state'],
    [{ country: 'GB', state: 'Kent' }, [], 'a county, which is optional'],
  ])('an address with %j has the faults %j: %s', (more, faults) => {
    expect(faultsOf({ ...address, ...more })).toEqual(faults)
  })

  const brazilian = {
    country: 'BR',
    address: 'Avenida Paulista',
    addressNumber: '1578',
    district: 'Bela Vista',
    city: 'São Paulo',
    postCode: '01310-200',
    state: 'SP',
  }

  it.each<Row>([
    [{}, [], 'a valid address'],
    [{ addressNumber: '1234567' }, ['NOT_VALID addressNumber'], 'a long number'],
    [{ district: undefined }, ['REQUIRED district'], 'no district'],
    [{ complement: 'x'.repeat(29) }, ['NOT_VALID complement'], 'a long complement'],
    [{ postCode: '0131020' }, ['NOT_VALID postCode'], 'seven digits'],
    [{ state: 'ZZ' }, ['NOT_VALID state'], 'an unknown state'],
    [
      { address: undefined, firstLine: 'Avenida Paulista' },
      ['REQUIRED address'],
      'firstLine in place of address',
    ],
  ])('D76: a Brazilian address with %j has the faults %j: %s', (more, faults) => {
    expect(faultsOf({ ...brazilian, ...more })).toEqual(faults)
  })

  it('stores trimmed text, codes in capitals, and no field of another address format', () => {
    const sent = {
      ...address,
      firstLine: ' 1  High Street ',
      country: 'gb',
      district: 'x',
      state: ' ',
    }
    expect(checkAddress(sent).address).toEqual(address)
    expect(checkAddress({ ...brazilian, complement: 'Apto 1', firstLine: 'x' }).address).toEqual({
      ...brazilian,
      postCode: '01310200',
      complement: 'Apto 1',
      firstLine: 'Avenida Paulista, 1578',
      secondLine: 'Apto 1',
      thirdLine: 'Bela Vista',
    })
  })
})

describe('limits and delivery', () => {
  const limits = { virtual: 3, physical: 1, virtualPerDay: 2 }

  it.each([
    [virtual.type, { virtual: 2, physical: 9, virtualToday: 1 }, false, 'below both limits'],
    [virtual.type, { virtual: 3, physical: 0, virtualToday: 0 }, true, 'as many cards as allowed'],
    [virtual.type, { virtual: 2, physical: 0, virtualToday: 2 }, true, 'as many today as allowed'],
    [
      physical.type,
      { virtual: 9, physical: 0, virtualToday: 9 },
      false,
      'virtual cards do not count',
    ],
    [physical.type, { virtual: 0, physical: 1, virtualToday: 0 }, true, 'as many cards as allowed'],
  ])('D78: a %s card with %j is at its limit: %s (%s)', (type, counts, expected) => {
    expect(isAtLimit(type, counts, limits)).toBe(expected)
  })

  it.each([
    ['GBP', '2026-01-05T10:00:00Z', '2026-01-14T00:00:00Z', 'seven working days after a Monday'],
    [
      'GBP',
      '2026-01-09T23:59:59Z',
      '2026-01-20T00:00:00Z',
      'seven working days after a Friday, the last minute of which counts as that day',
    ],
    ['GBP', '2025-12-24T10:00:00Z', '2026-01-07T00:00:00Z', 'bank holidays do not count'],
    ['EUR', '2026-01-05T10:00:00Z', '2026-01-14T00:00:00Z', 'seven working days of the euro'],
  ])('D78a: a physical card in %s ordered at %s arrives at %s: %s', (currency, from, expected) => {
    const at = deliveryEstimate({ ...physical, currency }, Temporal.Instant.from(from))
    expect(String(at)).toBe(expected)
    expect(String(deliveryEstimate({ ...virtual, currency }, Temporal.Instant.from(from)))).toBe(
      from,
    )
  })

  it.each([
    ['PHYSICAL', 'PRODUCED', 'US', true],
    ['PHYSICAL', 'COMPLETED', 'AU', true],
    ['PHYSICAL', 'CARD_DETAILS_CREATED', 'US', false],
    ['PHYSICAL', 'RETURNED', 'US', false],
    ['PHYSICAL', 'PRODUCED', 'GB', false],
    ['VIRTUAL_NON_UPGRADEABLE', 'COMPLETED', 'US', false],
  ] as const)(
    'D78a: a %s card that is %s in %s has delivery details: %s',
    (type, status, country, has) => {
      const details = deliveryDetails({ id: 7, type, status, address: { country } })
      expect(details?.trackingNumber).toBe(has ? 'SC0000000007' : undefined)
    },
  )
})
