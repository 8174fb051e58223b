import { describe, expect, it } from 'vitest'
import { sourceCurrencies, targetCurrencies } from '../../corridors/index.ts'
import { decimal } from '../../kernel/decimal.ts'
import { liveRateNotice, noticesOf, priceNotice, routeNotices } from '../pricing/notices.ts'

const priced = {
  source: 'GBP',
  target: 'EUR',
  payOut: 'BANK_TRANSFER',
  sourceMinor: 100n,
  perUsd: decimal('0.5'),
} as const

describe('noticesOf', () => {
  it.each<[types: string[], because: string, facts: Parameters<typeof noticesOf>[0]]>([
    [[], 'most quotes have no notice', priced],
    [
      [],
      'the amount is worth a little less than 250,000 dollars',
      { ...priced, sourceMinor: 12_499_999n },
    ],
    [['WARNING'], 'the amount is worth 250,000 dollars', { ...priced, sourceMinor: 12_500_000n }],
    [['BLOCKED'], 'the route is closed', { ...priced, source: 'KPW' }],
    [['WARNING'], 'the route is slow', { ...priced, target: 'LBP' }],
    [['INFO'], 'intermediary banks may charge the recipient', { ...priced, payOut: 'SWIFT' }],
    [[], 'intermediary banks charge the sender', { ...priced, payOut: 'SWIFT_OUR' }],
    [['WARNING', 'INFO'], 'both notices apply', { ...priced, payOut: 'SWIFT', target: 'LBP' }],
  ])('returns %j, because %s', (types, _, facts) => {
    expect(noticesOf(facts).map(({ type }) => type)).toEqual(types)
  })

  it('has notices only for source and target currencies that exist', () => {
    for (const { source, target } of routeNotices) {
      if (source !== undefined) expect(sourceCurrencies).toContain(source)
      if (target !== undefined) expect(targetCurrencies).toContain(target)
    }
  })

  it('has the text of the route notice, and no link', () => {
    const slow = routeNotices.find(({ target }) => target === 'LBP')
    const notices = noticesOf({ ...priced, target: 'LBP' })
    expect(notices).toEqual([{ type: 'WARNING', text: slow?.text, link: null }])
  })

  it('warns that the origin of a large amount may have to be shown', () => {
    const notices = noticesOf({ ...priced, sourceMinor: 12_500_000n })
    const text = expect.stringContaining('where the money comes from')
    expect(notices).toEqual([{ type: 'WARNING', text, link: null }])
  })

  it('compares amounts in currencies without decimals with the same 250,000 dollars', () => {
    const yen = { ...priced, source: 'JPY', perUsd: decimal('150') }
    expect(noticesOf({ ...yen, sourceMinor: 37_499_999n })).toEqual([])
    expect(noticesOf({ ...yen, sourceMinor: 37_500_000n })).toHaveLength(1)
  })

  it.each(routeNotices)('has a text of one or two whole sentences: $text', ({ text }) => {
    expect(text).toMatch(/^[A-Z][^.]{20,}\.( [A-Z][^.]{20,}\.)?$/)
  })
})

it('priceNotice shows the fee after and before the change', () => {
  const [before, after] = [
    { minor: 80n, currency: 'GBP' },
    { minor: 105n, currency: 'GBP' },
  ]
  expect(priceNotice(before, after)).toEqual({
    type: 'WARNING',
    text: 'The fee is now 1.05 GBP. It was 0.80 GBP before this change.',
    link: null,
  })
})

it.each([
  [
    'BALANCE',
    'You can have 3 guaranteed rates at a time. This conversion will use the live rate of the moment it is made.',
  ],
  [
    'BANK_TRANSFER',
    'You can have 3 open transfers with a guaranteed rate at a time. This transfer will use the live rate of the moment its money arrives.',
  ],
] as const)('D111: liveRateNotice for a quote paid out by %s is: %s', (payOut, text) => {
  expect(liveRateNotice(payOut, 3)).toEqual({ type: 'INFO', text, link: null })
})
