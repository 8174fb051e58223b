import { describe, expect, it } from 'vitest'
import { envelope } from '../messages/envelope.ts'
import { ATTEMPTS_MAX, addressProblem, outcomeOf, type Reply } from '../model.ts'
import type { DeliveryState } from '../states.ts'

describe('addressProblem', () => {
  const rows = [
    ['https://a.example/hook', 'allowed', 'allowed', 'an ordinary https URL is allowed'],
    ['https://a.example:443/hook', 'allowed', 'allowed', '443 is the port of https'],
    ['HTTPS://A.EXAMPLE/hook', 'allowed', 'allowed', 'scheme and host name ignore case'],
    ['http://127.0.0.1:9000/hook', 'allowed', 'https', 'a sandbox may call the local machine'],
    [
      'http://localhost/hook?x=1',
      'allowed',
      'https',
      'a sandbox allows plain HTTP and a query string',
    ],
    ['https://a.example:8443/hook', 'allowed', 'port', 'live calls port 443 only'],
    ['https://a.example/hook?x=1', 'allowed', 'query', 'live allows no query string'],
    ['https://93.184.216.34/hook', 'allowed', 'domain', 'live requires a domain name'],
    [
      'https://[2606:2800:220::1]/hook',
      'allowed',
      'domain',
      'an IPv6 address is not a domain name',
    ],
    [
      'https://0x7f000001/hook',
      'allowed',
      'domain',
      '0x7f000001 is 127.0.0.1 in hexadecimal digits',
    ],
    [
      'https://2130706433/hook',
      'allowed',
      'domain',
      '2130706433 is 127.0.0.1 as one decimal number',
    ],
    ['https://me:secret@a.example/', 'allowed', 'credentials', 'URLs must not contain secrets'],
    ['https://me@a.example/', 'allowed', 'credentials', 'a user name alone is a credential'],
    ['https://:secret@a.example/', 'allowed', 'credentials', 'a password alone is a credential'],
    ['ftp://a.example/hook', 'use http or https.', 'use https.', 'no other scheme is allowed'],
    ['javascript:alert(1)', 'use http or https.', 'use https.', 'scripts are not URLs to call'],
    ['a.example/hook', 'not a URL', 'not a URL', 'a scheme is missing'],
    [' https://a.example/', 'not a URL', 'not a URL', 'a URL must not start with a space'],
  ] as const
  it.each(rows)(
    '%s: the sandbox result contains %j, the live result %j, because %s',
    (url, sandbox, live) => {
      const problemIn = (mode: 'sandbox' | 'live') => addressProblem(url, mode) ?? 'allowed'
      expect(problemIn('sandbox')).toContain(sandbox)
      expect(problemIn('live')).toContain(live)
    },
  )
})

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const replyWith = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  elapsedMs: 1,
})
const timeout: Reply = { failed: 'timeout', elapsedMs: 5000 }

describe('outcomeOf', () => {
  const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
  const rows: [
    from: DeliveryState,
    reply: Reply,
    attempt: number,
    to: DeliveryState,
    afterSeconds: number,
    because: string,
  ][] = [
    ['QUEUED', replyWith(500), 1, 'RETRYING', MINUTE, 'the first retry is after a minute'],
    ['QUEUED', replyWith(302), 1, 'RETRYING', MINUTE, 'a redirect is a failure'],
    ['QUEUED', replyWith(199), 1, 'RETRYING', MINUTE, 'a status below 200 is a failure'],
    ['QUEUED', timeout, 1, 'RETRYING', MINUTE, 'a timeout is a failure'],
    ['RETRYING', timeout, 2, 'RETRYING', 2 * MINUTE, 'the wait doubles'],
    ['RETRYING', timeout, 11, 'RETRYING', 1024 * MINUTE, 'the wait has doubled ten times'],
    ['RETRYING', timeout, 12, 'RETRYING', DAY, 'later waits are a day'],
    ['RETRYING', timeout, 25, 'RETRYING', DAY, 'there are fourteen daily retries'],
    ['QUEUED', replyWith(404), 1, 'RETRYING', MINUTE, 'a first 404 is retried'],
    ['RETRYING', replyWith(404), 2, 'RETRYING', 2 * MINUTE, 'a second 404 is retried'],
    [
      'RETRYING',
      replyWith(429),
      3,
      'RETRYING',
      4 * MINUTE,
      '429 is not one of the nine final statuses',
    ],
    [
      'RETRYING',
      replyWith(402),
      3,
      'RETRYING',
      4 * MINUTE,
      '402 is not one of the nine final statuses',
    ],
    [
      'QUEUED',
      replyWith(503, { 'retry-after': '90' }),
      1,
      'RETRYING',
      90,
      'the receiver requests a longer wait',
    ],
    [
      'QUEUED',
      replyWith(503, { 'retry-after': '9' }),
      1,
      'RETRYING',
      MINUTE,
      'the first retry is later than the requested time',
    ],
    [
      'QUEUED',
      replyWith(503, { 'retry-after': '999999' }),
      1,
      'RETRYING',
      DAY,
      'a delivery waits at most a day',
    ],
    [
      'QUEUED',
      replyWith(503, { 'retry-after': 'soon' }),
      1,
      'RETRYING',
      MINUTE,
      'the header is not a time',
    ],
    [
      'QUEUED',
      replyWith(503, { date, 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }),
      1,
      'RETRYING',
      HOUR,
      'a date is compared with the Date header of the reply',
    ],
    [
      'QUEUED',
      replyWith(503, { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }),
      1,
      'RETRYING',
      MINUTE,
      'a date is ignored without a Date header',
    ],
    [
      'QUEUED',
      replyWith(503, { date, 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }),
      1,
      'RETRYING',
      MINUTE,
      'a date in the past is ignored',
    ],
    ['QUEUED', replyWith(300), 1, 'RETRYING', MINUTE, 'a status of 300 is a failure'],
    ['QUEUED', replyWith(503, { date }), 1, 'RETRYING', MINUTE, 'the reply has no Retry-After'],
  ]
  it.each(rows)(
    '%s with %j at attempt %i becomes %s after %s s, because %s',
    (from, reply, attempt, state, afterSeconds) => {
      expect(outcomeOf(from, attempt, reply)).toEqual({ state, afterSeconds })
    },
  )

  const endings: [
    from: DeliveryState,
    reply: Reply,
    attempt: number,
    to: DeliveryState,
    because: string,
  ][] = [
    ['QUEUED', replyWith(200), 1, 'DELIVERED', 'any 2xx acknowledges'],
    ['QUEUED', replyWith(299), 1, 'DELIVERED', 'any 2xx acknowledges'],
    ['RETRYING', replyWith(204), 7, 'DELIVERED', 'a late 2xx acknowledges too'],
    ['RETRYING', timeout, 26, 'FAILED', 'the 26th attempt is the last'],
    ['RETRYING', replyWith(404), 3, 'FAILED', 'a third 404 is final'],
    ['RETRYING', replyWith(410), 9, 'FAILED', 'the latest reply decides'],
  ]
  it.each(endings)(
    '%s with %j at attempt %i becomes %s and is not sent again, because %s',
    (from, reply, attempt, state) => {
      expect(outcomeOf(from, attempt, reply)).toEqual({ state, afterSeconds: undefined })
    },
  )

  const dates: [date: string, retryAfter: string, after: number, because: string][] = [
    ['', '90 minutes', MINUTE, 'a unit after the number is invalid'],
    ['', 'in 90', MINUTE, 'a word before the number is invalid'],
    ['', '-90', MINUTE, 'a negative number is invalid'],
    ['', '1234567890', MINUTE, 'ten digits are too many'],
    [date, 'Fri, 20 Nov 2026 11:00:00 GMT or later', MINUTE, 'text after the date is invalid'],
    [date, 'on Fri, 20 Nov 2026 11:00:00 GMT', MINUTE, 'text before the date is invalid'],
    [`on ${date}`, 'Fri, 20 Nov 2026 11:00:00 GMT', MINUTE, 'the Date header is invalid'],
    [date, 'Fri, 20 Nov 2026 10:02:00 CET', MINUTE, 'the time zone must be GMT'],
    [date, 'Fri, 31 Nov 2026 11:00:00 GMT', MINUTE, 'November has 30 days'],
    [date, 'Fri, 20 Nox 2026 11:00:00 GMT', MINUTE, 'Nox is not a month'],
  ]
  it.each(dates)(
    'with Date %j and Retry-After %j waits %i s, because %s',
    (sentAt, value, after) => {
      const reply = replyWith(503, { date: sentAt, 'retry-after': value })
      expect(outcomeOf('QUEUED', 1, reply).afterSeconds).toBe(after)
    },
  )

  const monthEnds: [last: string, first: string][] = [
    ['31 Jan', '01 Feb'],
    ['28 Feb', '01 Mar'],
    ['31 Mar', '01 Apr'],
    ['30 Apr', '01 May'],
    ['31 May', '01 Jun'],
    ['30 Jun', '01 Jul'],
    ['31 Jul', '01 Aug'],
    ['31 Aug', '01 Sep'],
    ['30 Sep', '01 Oct'],
    ['31 Oct', '01 Nov'],
    ['30 Nov', '01 Dec'],
  ]
  // The weekdays are wrong for most of these dates: the parser ignores them.
  it.each(monthEnds)('waits an hour from %s, 23:30, to %s, 00:30', (last, first) => {
    const headers = {
      date: `Mon, ${last} 2026 23:30:00 GMT`,
      'retry-after': `Tue, ${first} 2026 00:30:00 GMT`,
    }
    expect(outcomeOf('QUEUED', 1, replyWith(503, headers)).afterSeconds).toBe(HOUR)
  })

  it('throws for a delivery that has ended, which cannot be attempted again', () => {
    const repeat = () => outcomeOf('DELIVERED', 1, replyWith(200))
    expect(repeat).toThrow('a delivery that is DELIVERED cannot deliver')
  })

  it('fails after three attempts for exactly nine statuses', () => {
    const final = [400, 401, 403, 404, 405, 409, 410, 417, 422]
    const statuses = Array.from({ length: 500 }, (_, i) => 100 + i)
    const exhausted = statuses.filter(
      (status) => outcomeOf('RETRYING', 3, replyWith(status)).state === 'FAILED',
    )
    expect(exhausted).toEqual(final)
  })

  it('allows 26 attempts over 15 days, 10 hours and 7 minutes', () => {
    let seconds = 0
    let sends = 1
    for (;;) {
      const { afterSeconds } = outcomeOf('RETRYING', sends, timeout)
      if (afterSeconds === undefined) break
      seconds += afterSeconds
      sends += 1
    }
    expect([sends, seconds]).toEqual([ATTEMPTS_MAX, (2 ** 11 - 1) * MINUTE + 14 * DAY])
    expect(sends).toBe(26)
  })
})

describe('envelope', () => {
  const at = Temporal.Instant.from('2026-01-05T10:00:00.123456Z')
  const message = {
    subscriptionId: 'b6c2',
    eventName: 'transfers#state-change',
    data: { current_state: 'processing', occurred_at: '2026-01-05T10:00:00Z' },
    occurredAt: at,
    sentAt: at,
  }

  it('has the documented order of keys, and times in seconds before version 4', () => {
    expect(envelope({ ...message, version: '2.0.0' })).toBe(
      '{"data":{"current_state":"processing","occurred_at":"2026-01-05T10:00:00Z"},' +
        '"subscription_id":"b6c2","event_type":"transfers#state-change",' +
        '"schema_version":"2.0.0","sent_at":"2026-01-05T10:00:00Z"}',
    )
  })

  it('has times in milliseconds from version 4 on', () => {
    const { data, sent_at } = JSON.parse(envelope({ ...message, version: '4.0.0' }))
    expect([data.occurred_at, sent_at]).toEqual([
      '2026-01-05T10:00:00.123Z',
      '2026-01-05T10:00:00.123Z',
    ])
  })

  it('adds no occurred_at to an event without one', () => {
    const data = { active_cases: [] }
    expect(JSON.parse(envelope({ ...message, data, version: '4.0.0' })).data).toEqual(data)
  })
})
