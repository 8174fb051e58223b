import { describe, expect, it } from 'vitest'
import { nthWorkingDay } from '../routes/calendars.ts'
import { dayNumberOf, isClosed } from '../routes/holidays.ts'
import { currencies, lapsesAt } from '../routes/index.ts'

/** Enough to check every day of a year in every currency. */
const TIMEOUT_MS = 60_000

const day = (text: string) => dayNumberOf(Temporal.PlainDate.from(text))

describe('the days on which banks are open', () => {
  it.each([
    ['EUR', '2026-12-24', true, 'TARGET is open on Christmas Eve'],
    ['EUR', '2026-12-25', false, 'TARGET closes at Christmas'],
    ['EUR', '2027-03-26', false, 'TARGET closes on Good Friday'],
    ['EUR', '2027-03-29', false, 'TARGET closes on Easter Monday'],
    ['EUR', '2028-05-01', false, 'TARGET closes on 1 May'],
    ['EUR', '2026-10-26', true, 'the national day of one country does not close TARGET'],
    ['GBP', '2026-12-28', false, 'Boxing Day on a Saturday is observed on Monday'],
    ['GBP', '2027-08-30', false, 'the summer bank holiday is kept in England'],
    ['USD', '2026-11-26', false, 'banks close on Thanksgiving'],
    ['USD', '2026-11-27', true, 'banks open on the day after Thanksgiving'],
    ['USD', '2027-01-18', false, 'banks close on the day of Martin Luther King'],
    ['JPY', '2026-05-06', false, 'a holiday on a Sunday is observed after Golden Week'],
    ['JPY', '2026-09-22', false, 'a day between two holidays is a holiday too'],
    ['CHF', '2027-05-06', false, 'banks close on Ascension Day'],
    ['AUD', '2027-01-26', false, 'banks close on Australia Day'],
    ['AUD', '2027-06-14', false, 'New South Wales keeps the birthday of the King'],
    ['CAD', '2027-05-24', false, 'Ontario keeps Victoria Day'],
    ['NZD', '2027-02-08', false, 'Waitangi Day on a Saturday is observed on Monday'],
    ['INR', '2027-01-26', false, 'banks close on Republic Day'],
    ['BRL', '2026-11-20', false, 'banks close on the day of Black Awareness'],
    ['TRY', '2026-03-20', false, 'the feast after Ramadan begins on this day'],
    ['TRY', '2026-03-23', true, 'the feast of three days is over'],
    ['CNY', '2026-03-09', true, 'this Monday is not a holiday'],
    ['PKR', '2027-03-23', false, 'the catalogue names Pakistan Day'],
    ['KWD', '2026-02-25', false, 'the catalogue names the national day'],
    ['MOP', '2028-12-21', false, 'Macau keeps the winter solstice'],
    ['MOP', '2028-12-22', true, 'the winter solstice is not a fixed date'],
    ['FKP', '2029-10-01', false, 'Peat Cutting Monday is the first Monday of October'],
    ['FKP', '2027-10-05', true, 'Peat Cutting Monday is not a fixed date'],
    ['FKP', '2026-04-21', true, 'the birthday of the late Queen is no holiday any more'],
    ['FKP', '2028-11-14', false, 'the birthday of the King is a holiday'],
    ['FKP', '2026-06-15', false, 'Liberation Day on a Sunday is observed on Monday'],
    ['FKP', '2029-12-27', false, 'Christmas has three holidays'],
    [
      'FKP',
      '2027-12-29',
      false,
      'two holidays of Christmas at a weekend are observed after the third',
    ],
    ['FKP', '2027-12-30', true, 'the holidays of Christmas are over'],
    ['GBP', '2026-11-21', false, 'banks close on Saturdays'],
    ['GBP', '2026-11-22', false, 'banks close on Sundays'],
    ['ILS', '2026-11-20', false, 'Friday is part of the weekend in Israel'],
    ['ILS', '2026-11-22', true, 'Sunday is a working day in Israel'],
    ['EGP', '2026-11-22', true, 'Sunday is a working day in Egypt'],
    ['NPR', '2026-11-22', true, 'the weekend of Nepal is only Saturday'],
    ['BND', '2026-11-21', true, 'the weekend of Brunei is Friday and Sunday'],
    ['AED', '2026-11-20', true, 'the weekend was moved to Saturday and Sunday'],
  ])('in %s: %s is a working day: %s, because %s', (currency, date, isWorkingDay) => {
    expect(isClosed(currency, day(date))).toBe(!isWorkingDay)
  })

  it(
    'are 226 to 309 days of 2027 in every currency',
    () => {
      for (const { code } of currencies) {
        const days = Array.from({ length: 365 }, (_, n) => day('2027-01-01') + n)
        const workingDays = days.filter((date) => !isClosed(code, date)).length
        expect(workingDays, code).toBeGreaterThan(225)
        expect(workingDays, code).toBeLessThan(310)
      }
    },
    TIMEOUT_MS,
  )

  it('throw for a currency that is not in the catalogue', () => {
    expect(() => isClosed('ABC', day('2026-11-20'))).toThrow(RangeError)
  })
})

describe('the nth working day', () => {
  it.each([
    ['EUR', '2026-11-20', 0, '2026-11-20', 'zero working days later is the same day'],
    [
      'EUR',
      '2026-11-21',
      0,
      '2026-11-21',
      'zero working days later is the same day, on a Saturday too',
    ],
    ['EUR', '2026-11-20', 1, '2026-11-23', 'the weekend lies between'],
    ['EUR', '2026-11-21', 1, '2026-11-23', 'Monday is the first working day after a Saturday'],
    ['EUR', '2026-12-24', 1, '2026-12-28', 'Christmas and the weekend lie between'],
    ['USD', '2026-11-25', 2, '2026-11-30', 'Thanksgiving and the weekend lie between'],
    ['ILS', '2026-11-19', 1, '2026-11-22', 'Friday and Saturday lie between'],
  ])('%s %s + %i is %s, because %s', (currency, from, count, to) => {
    expect(nthWorkingDay(currency, day(from), count)).toBe(day(to))
  })
})

describe('an unfunded transfer lapses', () => {
  it.each([
    [
      'EUR',
      '2026-11-16T00:00:00Z',
      '2026-11-24T00:00:00Z',
      'the fifth working day after a Monday is the next Monday',
    ],
    ['EUR', '2026-11-16T23:59:59.999Z', '2026-11-24T00:00:00Z', 'the hour does not count'],
    [
      'EUR',
      '2026-11-20T10:00:00Z',
      '2026-11-28T00:00:00Z',
      'the fifth working day after a Friday is the next Friday',
    ],
    [
      'EUR',
      '2026-11-21T10:00:00Z',
      '2026-11-28T00:00:00Z',
      'a Saturday counts like the Friday before',
    ],
    ['EUR', '2026-12-22T10:00:00Z', '2026-12-31T00:00:00Z', 'Christmas does not count'],
    [
      'GBP',
      '2026-12-22T10:00:00Z',
      '2027-01-01T00:00:00Z',
      'neither Christmas nor the observed Boxing Day counts',
    ],
    ['USD', '2026-11-20T10:00:00Z', '2026-12-01T00:00:00Z', 'Thanksgiving does not count'],
    ['JPY', '2026-04-28T10:00:00Z', '2026-05-12T00:00:00Z', 'Golden Week does not count'],
    ['EGP', '2026-11-19T10:00:00Z', '2026-11-27T00:00:00Z', 'Friday and Saturday do not count'],
    ['SAR', '2026-03-16T10:00:00Z', '2026-03-26T00:00:00Z', 'the feast does not count'],
    ['CHF', '2027-05-05T10:00:00Z', '2027-05-14T00:00:00Z', 'Ascension Day does not count'],
  ])('in %s, when it was created at %s, at %s, because %s', (currency, created, at) => {
    const lapse = () => lapsesAt(currency, Temporal.Instant.from(created)).toString()
    expect(lapse()).toBe(at)
    expect(lapse(), 'cached').toBe(at)
  })
})
