import { describe, expect, it } from 'vitest'
import {
  deliveryText,
  estimateDelivery,
  type PayIn,
  type PayOut,
  sourceCurrencies,
  targetCurrencies,
} from '../routes/index.ts'

/** There are some 24,000 pairs of currencies. */
const TIMEOUT_MS = 60_000

const instant = (text: string) => Temporal.Instant.from(text)

type Row = [
  source: string,
  target: string,
  payIn: PayIn,
  payOut: PayOut,
  paidAt: string,
  arrivesAt: string,
  words: string,
  because: string,
]

describe('a delivery', () => {
  it.each<Row>([
    // biome-ignore format: one row, one line
    ['USD', 'EUR', 'BALANCE', 'BANK_TRANSFER', '2026-07-31T08:43:44Z', '2026-07-31T11:15:00Z', 'in 3 hours', 'euros take two and a half hours'],
    // biome-ignore format: one row, one line
    ['USD', 'GBP', 'BALANCE', 'BANK_TRANSFER', '2026-11-21T03:00:00Z', '2026-11-21T03:00:20Z', 'in seconds', 'pounds arrive at any hour of any day'],
    // biome-ignore format: one row, one line
    ['GBP', 'GBP', 'BANK_TRANSFER', 'BANK_TRANSFER', '2026-11-20T10:00:00Z', '2026-11-20T10:00:20Z', 'in seconds', 'bank transfers of pounds arrive immediately, pay-in and pay-out'],
    // biome-ignore format: one row, one line
    ['USD', 'GBP', 'BALANCE', 'BALANCE', '2026-11-20T10:00:00Z', '2026-11-20T10:00:20Z', 'in seconds', 'a conversion has no network'],
    // biome-ignore format: one row, one line
    ['GBP', 'EUR', 'BALANCE', 'BANK_TRANSFER', '2026-11-20T15:59:00Z', '2026-11-20T18:30:00Z', 'in 3 hours', 'the payment is before the cut-off'],
    // biome-ignore format: one row, one line
    ['GBP', 'EUR', 'BALANCE', 'BANK_TRANSFER', '2026-11-20T16:00:00Z', '2026-11-23T08:30:00Z', 'by Monday', 'after the cut-off of Friday comes Monday'],
    // biome-ignore format: one row, one line
    ['GBP', 'EUR', 'BALANCE', 'BANK_TRANSFER', '2026-11-20T03:00:00Z', '2026-11-20T08:30:00Z', 'in 6 hours', 'the network opens at six'],
    // biome-ignore format: one row, one line
    ['GBP', 'EUR', 'BALANCE', 'BANK_TRANSFER', '2026-12-24T17:00:00Z', '2026-12-28T08:30:00Z', 'by Monday', 'Christmas and a weekend lie between'],
    // biome-ignore format: one row, one line
    ['USD', 'GBP', 'BANK_TRANSFER', 'BANK_TRANSFER', '2026-11-25T12:00:00Z', '2026-11-27T20:15:00Z', 'by Friday', 'American banks are closed on Thanksgiving'],
    // biome-ignore format: one row, one line
    ['USD', 'EUR', 'DIRECT_DEBIT', 'BANK_TRANSFER', '2026-11-20T12:00:00Z', '2026-11-26T08:30:00Z', 'by Thursday', 'a debit takes three working days and misses the cut-off'],
    // biome-ignore format: one row, one line
    ['GBP', 'USD', 'BALANCE', 'SWIFT', '2026-11-20T10:00:00Z', '2026-11-23T14:00:00Z', 'by Monday', 'SWIFT takes a working day'],
    // biome-ignore format: one row, one line
    ['GBP', 'HTG', 'BALANCE', 'BANK_TRANSFER', '2026-12-23T19:00:00Z', '2026-12-30T18:00:00Z', 'by Wednesday, December 30', 'a weekday more than six days ahead is shown with its date'],
    // biome-ignore format: one row, one line
    ['USD', 'CAD', 'CARD', 'CA_NETWORK', '2026-11-21T10:00:00Z', '2026-11-21T10:00:20Z', 'in seconds', 'cards and the Canadian network work on Saturdays'],
  ])(
    '%s-%s %s %s paid at %s: %s, %s, because %s',
    (source, target, payIn, payOut, paidAt, arrivesAt, words) => {
      const at = instant(paidAt)
      const delivery = estimateDelivery({ source, target, payIn, payOut, at })
      expect([delivery.toString(), deliveryText(delivery, at)]).toEqual([arrivesAt, words])
    },
  )

  it(
    'is after the payment and within a month, from bank to bank on every pair',
    () => {
      const at = instant('2026-12-23T21:30:00Z')
      const latest = at.add({ hours: 31 * 24 })
      for (const source of sourceCurrencies)
        for (const target of targetCurrencies) {
          const methods = { payIn: 'BANK_TRANSFER', payOut: 'BANK_TRANSFER' } as const
          const delivery = estimateDelivery({ source, target, ...methods, at })
          const isWithinMonth = delivery.epochMilliseconds < latest.epochMilliseconds
          const isAfterPayment = delivery.epochMilliseconds > at.epochMilliseconds
          if (!isWithinMonth || !isAfterPayment)
            expect.unreachable(`${source}-${target}: ${delivery}`)
        }
    },
    TIMEOUT_MS,
  )
})

describe('a delivery in words', () => {
  it.each([
    ['2026-07-31T08:00:10Z', 'in seconds', 'ten seconds are left'],
    ['2026-07-31T07:00:00Z', 'in seconds', 'the time has passed'],
    ['2026-07-31T08:02:01Z', 'in 1 hour', 'above two minutes the text counts hours'],
    ['2026-07-31T10:00:01Z', 'in 3 hours', 'hours are rounded up'],
    ['2026-08-01T07:59:00Z', 'in 24 hours', 'a day has not passed'],
    ['2026-08-03T08:00:00Z', 'by Monday', 'the next Monday is less than a week ahead'],
    ['2026-08-06T08:00:00Z', 'by Thursday', 'the next Thursday is less than a week ahead'],
    ['2026-08-07T07:00:00Z', 'by Friday, August 7', 'a weekday alone would mean today'],
  ])('%s is "%s", because %s', (at, words) => {
    expect(deliveryText(instant(at), instant('2026-07-31T08:00:00Z'))).toBe(words)
  })

  it.each([
    ['UTC', 'by Monday', 'there it is still Monday'],
    ['Asia/Tokyo', 'by Tuesday', 'there the next day has begun'],
  ])('names the weekday in the time zone %s: %s, because %s', (zone, words) => {
    const [at, now] = [instant('2026-08-03T18:00:00Z'), instant('2026-07-31T08:00:00Z')]
    expect(deliveryText(at, now, zone)).toBe(words)
  })
})
