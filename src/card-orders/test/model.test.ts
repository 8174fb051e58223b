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
    ['cardHolderName', "Zoë O'Neill-Ó Cuív Jr.", true, 'Latin letters may have marks'],
    ['cardHolderName', 'x'.repeat(30), true, '30 characters are allowed'],
    ['cardHolderName', 'x'.repeat(31), false, '31 characters are too many'],
    ['cardHolderName', ' ', false, 'the name is blank'],
    ['cardHolderName', 'Нора Sample', false, 'Cyrillic letters are not allowed'],
    ['cardHolderName', 'Agent 47', false, 'digits are not allowed'],
    ['cardHolderName', 'Nora\nSample', false, 'a line break is not allowed'],
    ['phoneNumber', '+1 212 555 0123', true, 'separators are allowed'],
    ['phoneNumber', '07700900123', false, 'the country code is missing'],
    ['phoneNumber', '+44', false, 'the number is too short'],
    ['phoneNumber', '+447700900123;ext=5', false, 'an extension is not allowed'],
    ['lifetimeLimit', '0', true, '0 blocks all payments'],
    ['lifetimeLimit', '1000000000', true, 'the limit is exactly the maximum'],
    ['lifetimeLimit', '1000000001', false, 'the limit is above the maximum'],
    ['lifetimeLimit', '0.5', false, 'a fraction is not allowed'],
    ['lifetimeLimit', '-1', false, 'the limit is negative'],
    ['lifetimeLimit', '9'.repeat(400), false, 'hundreds of digits are too many'],
  ])('%s %j is accepted: %s, because %s', (field, value, accepted) => {
    expect(pathsOf({ ...input, [field]: value })).toEqual(accepted ? [] : [field])
  })

  it.each([
    ['NORA SAMPLE', []],
    ["A-Z a.z 0&9/'", []],
    ['x'.repeat(22), []],
    ['x'.repeat(23), ['embossedName']],
    ['NÓRA', ['embossedName']],
    ['  ', ['embossedName']],
  ])(
    'the embossed name %j of a physical card has faults at %j; that of a virtual card is not checked',
    (embossedName, paths) => {
      expect(pathsOf({ ...input, embossedName }, physical)).toEqual(paths)
      const { order, faults } = checkOrder({ ...input, embossedName }, virtual)
      expect([order.embossedName, faults]).toEqual([null, []])
    },
  )

  it('the embossed name is required for a physical card, and not for a virtual card', () => {
    expect(pathsOf(input, physical)).toEqual(['embossedName'])
    const { order, faults } = checkOrder(input, virtual)
    expect([order.embossedName, faults]).toEqual([null, []])
  })

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
    [{}, [], 'every field is valid'],
    [{ country: 'gb', postCode: 'sw1a1aa' }, [], 'codes may be in lower case'],
    [{ country: ' ' }, ['REQUIRED country'], 'a blank country counts as missing'],
    [{ country: 'GBR' }, ['NOT_VALID country'], 'a country code has two letters'],
    [{ country: 'ZZ' }, ['NOT_VALID country'], 'the country does not exist'],
    [{ firstLine: ' ' }, ['REQUIRED firstLine'], 'a blank line counts as missing'],
    [{ firstLine: 'x'.repeat(30) }, [], '30 characters are allowed'],
    [{ firstLine: 'x'.repeat(31) }, ['NOT_VALID firstLine'], '31 characters are too many'],
    [{ secondLine: 'x'.repeat(31) }, ['NOT_VALID secondLine'], 'an optional line is checked, too'],
    [{ city: 'a\tb' }, ['NOT_VALID city'], 'a control character is not allowed'],
    [{ postCode: 'SW1A 1A' }, ['NOT_VALID postCode'], 'the British post code is incomplete'],
    [{ country: 'DE', postCode: '10117' }, [], 'post codes of Germany have digits'],
    [{ country: 'IE', postCode: 'D02 AF30' }, [], 'post codes of Ireland have letters'],
    [
      { country: 'DE', postCode: '1'.repeat(11) },
      ['NOT_VALID postCode'],
      'a post code has at most 10 characters',
    ],
    [
      { country: 'DE', postCode: '<1>' },
      ['NOT_VALID postCode'],
      'a post code has letters and digits',
    ],
    [
      { firstLine: 'PO Box 12' },
      ['NOT_VALID firstLine'],
      'cards are not sent to post-office boxes',
    ],
    [{ firstLine: 'P.O. Box 12' }, ['NOT_VALID firstLine'], 'PO may be written with full stops'],
    [{ secondLine: 'Post Office Box 3' }, ['NOT_VALID secondLine'], 'PO may be written in words'],
    [{ firstLine: 'Postfach 100' }, ['NOT_VALID firstLine'], 'Postfach means post-office box'],
    [{ firstLine: '3 Boxwood Post Lane' }, [], 'the street only resembles a post-office box'],
    [{ country: 'US', postCode: '10001' }, ['REQUIRED state'], 'the United States require a state'],
    [{ country: 'US', postCode: '10001-1234', state: 'ny' }, [], 'a state may be in lower case'],
    [
      { country: 'US', postCode: '10001', state: 'XX' },
      ['NOT_VALID state'],
      'the state is unknown',
    ],
    [{ country: 'CA', postCode: 'K1A 0B1', state: 'ON' }, [], 'ON is a Canadian province'],
    [{ country: 'AU', postCode: '2000', state: 'NSW' }, [], 'NSW is an Australian state'],
    [{ country: 'GB', state: 'Kent' }, [], 'a British county is optional'],
  ])('an address with %j has the faults %j, because %s', (more, faults) => {
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
    [{}, [], 'every field is valid'],
    [{ addressNumber: '1234567' }, ['NOT_VALID addressNumber'], 'the number is too long'],
    [{ district: ' ' }, ['REQUIRED district'], 'a blank district counts as missing'],
    [{ complement: 'x'.repeat(29) }, ['NOT_VALID complement'], 'the complement is too long'],
    [{ postCode: '0131020' }, ['NOT_VALID postCode'], 'a post code has eight digits'],
    [{ state: 'ZZ' }, ['NOT_VALID state'], 'the state is unknown'],
    [
      { address: undefined, firstLine: 'Avenida Paulista' },
      ['REQUIRED address'],
      'firstLine does not replace address',
    ],
  ])('D76: a Brazilian address with %j has the faults %j, because %s', (more, faults) => {
    expect(faultsOf({ ...brazilian, ...more })).toEqual(faults)
  })

  it('a required field is REQUIRED when it is absent', () => {
    expect(faultsOf({ ...address, country: undefined })).toEqual(['REQUIRED country'])
    expect(faultsOf({ ...brazilian, district: undefined })).toEqual(['REQUIRED district'])
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
    [
      virtual.type,
      { virtual: 2, physical: 9, virtualToday: 1 },
      false,
      'both counts are below their limits',
    ],
    [
      virtual.type,
      { virtual: 3, physical: 0, virtualToday: 0 },
      true,
      'the profile has as many virtual cards as it may',
    ],
    [
      virtual.type,
      { virtual: 2, physical: 0, virtualToday: 2 },
      true,
      'the profile has ordered as many virtual cards today as it may',
    ],
    [
      physical.type,
      { virtual: 9, physical: 0, virtualToday: 9 },
      false,
      'virtual cards do not count',
    ],
    [
      physical.type,
      { virtual: 0, physical: 1, virtualToday: 0 },
      true,
      'the profile has as many physical cards as it may',
    ],
  ])(
    'D78: for a %s card, the counts %j are at the limit: %s, because %s',
    (type, counts, expected) => {
      expect(isAtLimit(type, counts, limits)).toBe(expected)
    },
  )

  it.each([
    [
      'GBP',
      '2026-01-05T10:00:00Z',
      '2026-01-14T00:00:00Z',
      'the seventh working day after that Monday is a Wednesday',
    ],
    [
      'GBP',
      '2026-01-09T23:59:59Z',
      '2026-01-20T00:00:00Z',
      'the last second of a Friday still counts as that day',
    ],
    ['GBP', '2025-12-24T10:00:00Z', '2026-01-07T00:00:00Z', 'bank holidays do not count'],
    [
      'EUR',
      '2026-01-05T10:00:00Z',
      '2026-01-14T00:00:00Z',
      'the euro has the same working days in that week',
    ],
  ])(
    'D78a: a physical card in %s whose order is fulfilled at %s arrives at %s, because %s; a virtual card arrives at once',
    (currency, from, expected) => {
      const at = deliveryEstimate({ ...physical, currency }, Temporal.Instant.from(from))
      expect(String(at)).toBe(expected)
      expect(String(deliveryEstimate({ ...virtual, currency }, Temporal.Instant.from(from)))).toBe(
        from,
      )
    },
  )

  it.each([
    ['PHYSICAL', 'PRODUCED', 'US', true],
    ['PHYSICAL', 'COMPLETED', 'AU', true],
    ['PHYSICAL', 'CARD_DETAILS_CREATED', 'US', false],
    ['PHYSICAL', 'RETURNED', 'US', false],
    ['PHYSICAL', 'PRODUCED', 'GB', false],
    ['VIRTUAL_NON_UPGRADEABLE', 'COMPLETED', 'US', false],
  ] as const)(
    'D78a: a %s card whose order is %s and that is sent to %s has delivery details: %s',
    (type, status, country, hasDetails) => {
      const details = deliveryDetails({ id: 7, type, status, address: { country } })
      expect(details?.trackingNumber).toBe(hasDetails ? 'SC0000000007' : undefined)
    },
  )
})
