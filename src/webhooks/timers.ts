// How long the service waits for receivers, and when it sends again.

import { DAY, MINUTE, timer } from '../kernel/timer.ts'

export const replyTimeout = timer({
  name: 'webhooks.reply-timeout',
  seconds: 5,
  spec: 'D34',
  ends: 'An attempt without a reply has failed.',
  realTime: true,
})

export const replyTimeoutOfClockMove = timer({
  name: 'webhooks.reply-timeout-of-clock-move',
  seconds: 1,
  spec: 'D10',
  ends: 'An attempt that a move of the sandbox clock made, and that has no reply, has failed.',
  realTime: true,
})

/** The lease is longer than signing, the longest wait for a reply, and recording take together. */
export const lease = timer({
  name: 'webhooks.lease',
  seconds: 20,
  spec: 'gap 85',
  ends: 'A delivery that its process did not record is sent by another process.',
  realTime: true,
})

export const firstRetry = timer({
  name: 'webhooks.first-retry',
  seconds: MINUTE,
  spec: 'D34',
  ends: 'A delivery that failed is sent again. Each of the next ten retries waits twice as long as the one before.',
})

export const dailyRetry = timer({
  name: 'webhooks.daily-retry',
  seconds: DAY,
  spec: 'D34',
  ends: 'A delivery that failed twelve times is sent again, and so on for fourteen days.',
})

export const retryAfterMax = timer({
  name: 'webhooks.retry-after-max',
  seconds: DAY,
  spec: 'D34',
  ends: 'A delivery is sent again, even if its receiver requested a later time.',
})
