import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passesLuhn } from '../../corridors/forms/checksums.ts'
import { CELL_MAX } from '../../kernel/cells.ts'
import { cellOfPan, randomPan, randomPin } from '../issue/numbers.ts'
import { findProgram, programName, programsOf } from '../issue/programs.ts'
import { exceededLimit, type LimitType, resetOf } from '../limits/model.ts'
import {
  expiryAndPurge,
  expiryYearMonth,
  isPermitted,
  permissionFor,
  printedExpiry,
} from '../model.ts'

const at = (text: string) => Temporal.Instant.from(text)
const settings = { cardNetworks: { A: 'NET_A', B: 'NET_B' } }

describe('permissions', () => {
  it.each([
    ['CHIP_AND_PIN', false, 'POS_CHIP', 'the chip is read'],
    ['CONTACTLESS_CARD', false, 'POS_CONTACTLESS', 'nothing touches the terminal'],
    ['E_COMMERCE', false, 'ECOM', 'the card is not present'],
    ['MAGNETIC_STRIPE', false, 'POS_MAGSTRIPE', 'the stripe is read'],
    ['MINIMAL', false, 'ECOM', 'D65: the terminal has only the number'],
    ['MOBILE_WALLET', false, 'MOBILE_WALLETS', 'a phone pays'],
    ['CHIP_AND_PIN', true, 'ATM_WITHDRAWAL', 'D65: a withdrawal needs no other permission'],
    ['MINIMAL', true, 'ATM_WITHDRAWAL', 'D65: a virtual card withdraws cash in the sandbox'],
  ] as const)(
    '%s with isCashWithdrawal %s needs %s, because %s',
    (pos, cash, permission, _because) => {
      expect(permissionFor(pos, cash)).toBe(permission)
    },
  )

  it('isPermitted is false for a disabled permission, and true for another permission', () => {
    expect(isPermitted({ disabledPermissions: ['ECOM'] }, 'ECOM')).toBe(false)
    expect(isPermitted({ disabledPermissions: ['ECOM'] }, 'POS_CHIP')).toBe(true)
  })
})

describe('dates of a card', () => {
  it.each([
    ['2026-01-05T10:00:00Z', '2031-02-01T00:00:00Z', '2032-08-09T00:00:00Z', '01/31', [2031, 1]],
    ['2026-12-31T23:59:59Z', '2032-01-01T00:00:00Z', '2033-07-09T00:00:00Z', '12/31', [2031, 12]],
    ['2024-02-29T00:00:00Z', '2029-03-01T00:00:00Z', '2030-09-07T00:00:00Z', '02/29', [2029, 2]],
  ])(
    'a card that is issued at %s expires at %s, is purged at %s and has the expiry %s printed on it',
    (issued, expires, purges, shown, pair) => {
      const dates = expiryAndPurge(at(issued))
      expect([String(dates.expiresAt), String(dates.purgesAt)]).toEqual([expires, purges])
      expect(printedExpiry(dates.expiresAt)).toBe(shown)
      expect(expiryYearMonth(dates.expiresAt)).toEqual(pair)
    },
  )
})

describe('exceededLimit', () => {
  const none = {
    transactionLimitMinor: null,
    dailyLimitMinor: null,
    monthlyLimitMinor: null,
    lifetimeLimitMinor: null,
  }
  const unused = { dailyUsageMinor: 0n, monthlyUsageMinor: 0n, lifetimeUsageMinor: 0n }
  const all = {
    transactionLimitMinor: 10n,
    dailyLimitMinor: 20n,
    monthlyLimitMinor: 30n,
    lifetimeLimitMinor: 40n,
  }

  it.each<[string, LimitType | undefined, object, bigint]>([
    ['there is no limit', undefined, none, 10n ** 15n],
    ['C 2.5: a limit of 0 blocks all use', 'LIFETIME', { ...none, lifetimeLimitMinor: 0n }, 1n],
    ['a check of the card has an amount of 0', undefined, { ...none, lifetimeLimitMinor: 0n }, 0n],
    ['the amount equals the limit', undefined, all, 10n],
    ['the limit of a transaction comes first', 'TRANSACTION', all, 11n],
    ['the day has 9 left', 'DAILY', { ...all, dailyUsageMinor: 11n }, 10n],
    ['the month has 9 left', 'MONTHLY', { ...all, monthlyUsageMinor: 21n }, 10n],
    ['the lifetime has 9 left', 'LIFETIME', { ...all, lifetimeUsageMinor: 31n }, 10n],
    [
      'the day comes before the lifetime',
      'DAILY',
      { ...all, dailyUsageMinor: 20n, lifetimeUsageMinor: 40n },
      1n,
    ],
    ['more was captured than the limit', 'DAILY', { ...all, dailyUsageMinor: 25n }, 0n],
  ])('%s: returns %s', (_because, expected, card, amount) => {
    expect(exceededLimit({ ...none, ...unused, ...card }, amount)).toBe(expected)
  })
})

describe('periods', () => {
  it.each([
    ['2026-01-05T23:59:59.999Z', '2026-01-06T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['2026-12-31T00:00:00Z', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ])(
    'at %s the day ends at %s and the month at %s; TRANSACTION and LIFETIME have no end',
    (now, dayEnds, monthEnds) => {
      expect([String(resetOf('DAILY', at(now))), String(resetOf('MONTHLY', at(now)))]).toEqual([
        dayEnds,
        monthEnds,
      ])
      expect([resetOf('TRANSACTION', at(now)), resetOf('LIFETIME', at(now))]).toEqual([null, null])
    },
  )
})

describe('numbers', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const random = (all: Uint8Array[]) => {
    let n = 0
    return { secret: () => Buffer.from(all[n++] ?? new Uint8Array(32)).toString('base64url') }
  }

  it('D128: a generated number has 16 digits, begins with the BIN, belongs to the cell, and has a valid check digit', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: CELL_MAX }), (secret, cell) => {
        const pan = randomPan('999920', cell, random([secret]))
        return /^999920\d{10}$/.test(pan) && passesLuhn(pan) && cellOfPan(pan) === cell
      }),
    )
  })

  it('a secret with too few usable bytes is replaced by another one', () => {
    const poor = new Uint8Array(32).fill(255)
    expect(randomPin(random([poor, new Uint8Array(32).fill(7)]))).toBe('7777')
  })
})

describe('programs', () => {
  const names = (country: string | undefined, profileType: 'PERSONAL' | 'BUSINESS' = 'PERSONAL') =>
    programsOf({ country, profileType }, 'sandbox').map((each) => programName(each, settings))

  it.each([
    ['GB', ['NET_A_DEBIT_CONSUMER_UK_1_CARDS_API', 'NET_A_DEBIT_CONSUMER_UK_1_PHYSICAL_CARDS_API']],
    ['SG', ['NET_A_DEBIT_CONSUMER_SG_1_CARDS_API', 'NET_A_DEBIT_CONSUMER_SG_1_PHYSICAL_CARDS_API']],
    [
      'DE',
      [
        'NET_A_DEBIT_CONSUMER_EEA_1_CARDS_API',
        'NET_A_DEBIT_CONSUMER_EEA_1_PHYSICAL_CARDS_API',
        'NET_B_DEBIT_CONSUMER_EEA_1_CARDS_API',
        'NET_B_DEBIT_CONSUMER_EEA_1_PHYSICAL_CARDS_API',
      ],
    ],
    ['KP', []],
    ['IN', []],
  ])('D58: a person in %s may order %j', (country, expected) => {
    expect(names(country)).toEqual(expected)
  })

  it('D58: a person without a country may order the programs of the United Kingdom', () => {
    expect(names(undefined)).toEqual([
      'NET_A_DEBIT_CONSUMER_UK_1_CARDS_API',
      'NET_A_DEBIT_CONSUMER_UK_1_PHYSICAL_CARDS_API',
    ])
  })

  it('D58: a business may order the programs of businesses', () => {
    expect(names('GB', 'BUSINESS')).toEqual([
      'NET_A_DEBIT_BUSINESS_UK_1_CARDS_API',
      'NET_A_DEBIT_BUSINESS_UK_1_PHYSICAL_CARDS_API',
    ])
  })

  it('D86: live mode has no programs', () => {
    expect(programsOf({ country: 'GB', profileType: 'PERSONAL' }, 'live')).toEqual([])
  })

  it('D38: are found by their name in upper or lower case', () => {
    const all = programsOf({ country: 'GB', profileType: 'PERSONAL' }, 'sandbox')
    expect(findProgram(all, 'net_a_debit_consumer_uk_1_cards_api', settings)).toBe(all[0])
    expect(findProgram(all, 'DEBIT_CONSUMER_UK_1_CARDS_API', settings)).toBeUndefined()
  })
})
