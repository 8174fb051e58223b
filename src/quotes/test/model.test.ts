import { describe, expect, it } from 'vitest'
import {
  chosenOption,
  expiryOf,
  findChosen,
  isBlocked,
  type Notice,
  optionFor,
  type PricedOption,
  statusOf,
} from '../model.ts'
import { labelOf } from '../show-quote.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')

const optionsOf = (...payIns: string[]) => payIns.map((payIn) => ({ payIn }) as PricedOption)

describe('findChosen', () => {
  it.each([
    [
      ['BALANCE', 'BANK_TRANSFER', 'CARD'],
      'CARD',
      'BANK_TRANSFER',
      'CARD',
      'the preferred method comes first',
    ],
    [
      ['BALANCE', 'BANK_TRANSFER'],
      null,
      'BALANCE',
      'BALANCE',
      'a quote to a balance is paid from a balance',
    ],
    [
      ['BALANCE', 'BANK_TRANSFER'],
      null,
      'SWIFT',
      'BANK_TRANSFER',
      'a bank transfer is the default',
    ],
    [['BANK_TRANSFER'], null, 'BALANCE', 'BANK_TRANSFER', 'some currencies have no balances'],
    [
      ['BANK_TRANSFER'],
      'CARD',
      'BANK_TRANSFER',
      'none',
      'a preferred method is never replaced silently',
    ],
  ] as const)(
    'of the options %s with preferredPayIn %s and payOut %s is %s, because %s',
    (payIns, preferred, payOut, chosen, _) => {
      expect(findChosen(optionsOf(...payIns), preferred, payOut)?.payIn ?? 'none').toBe(chosen)
    },
  )
})

it('chosenOption throws for a quote without the option of its pay-in method', () => {
  const quote = {
    options: optionsOf('BALANCE'),
    preferredPayIn: 'CARD',
    payOut: 'BANK_TRANSFER',
  } as const
  expect(() => chosenOption(quote)).toThrow('a quote does not offer its own pay-in method')
})

it('optionFor is the option of the pay-in method, and undefined without one', () => {
  const options = optionsOf('BANK_TRANSFER', 'BALANCE')
  expect(optionFor({ options }, 'BALANCE')).toBe(options[1])
  expect(optionFor({ options }, 'CARD')).toBeUndefined()
})

describe('isBlocked', () => {
  const notice = (type: Notice['type']): Notice => ({ type, text: 'Read this.', link: null })
  it.each([
    [[], false, 'the quote has no notice'],
    [[notice('INFO'), notice('WARNING')], false, 'neither notice blocks the quote'],
    [[notice('BLOCKED')], true, 'the notice blocks the quote'],
    [[notice('INFO'), notice('BLOCKED')], true, 'one of the notices blocks the quote'],
  ])('of a quote with %j is %s, because %s', (notices, expected) => {
    expect(isBlocked({ notices })).toBe(expected)
  })
})

it('D12: a quote expires 30 minutes after its creation', () => {
  expect(String(expiryOf(now))).toBe('2026-01-05T10:30:00Z')
})

describe('statusOf', () => {
  const expiresAt = now.add({ minutes: 30 })
  it.each([
    ['PENDING', 0, 'PENDING', 'the quote was just created'],
    ['PENDING', 1799, 'PENDING', 'a second is left'],
    ['PENDING', 1800, 'EXPIRED', '30 minutes are over'],
    ['ACCEPTED', 90_000, 'ACCEPTED', 'a used quote does not expire, only its rate lock does (D12)'],
    ['FUNDED', 90_000, 'FUNDED', 'a used quote does not expire'],
  ] as const)(
    'of a quote with the stored status %s is, %s s after its creation, %s, because %s',
    (status, seconds, shown, _) => {
      expect(statusOf({ status, expiresAt }, now.add({ seconds }))).toBe(shown)
    },
  )
})

describe('labelOf', () => {
  it.each([
    [88n, 'USD', '0.88 USD'],
    [130n, 'USD', '1.30 USD'],
    [0n, 'USD', '0 USD'],
    [-50n, 'USD', '-0.50 USD'],
    [120n, 'JPY', '120 JPY'],
    [1234n, 'KWD', '1.234 KWD'],
  ])('%s minor units of %s are %s', (minor, currency, label) => {
    expect(labelOf(minor, currency)).toBe(label)
  })
})
