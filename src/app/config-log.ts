// Reads the environment variables about the log of requests (D130).

import { ConfigError } from '../kernel/config-error.ts'
import { type Env, type Mode, oneOf, wholeNumber } from './config-values.ts'
import { defaultSettings } from './settings.ts'

/** `on` keeps the declared fields that are not secret; `headers` keeps neither queries nor bodies nor files; `off` keeps nothing. */
const requestLogLevels = ['off', 'headers', 'on'] as const

export type LogConfig = {
  readonly requestLog: (typeof requestLogLevels)[number]
  readonly requestLogMax: number
}

// Choices of this project. With the maximum the table takes a few GiB.
const KEPT_REQUESTS_MIN = 100
const KEPT_REQUESTS_MAX = 10_000_000

export function logConfigOf(env: Env, mode: Mode): LogConfig {
  const requestLog = oneOf(
    env,
    'GODWIT_REQUEST_LOG',
    requestLogLevels,
    mode === 'sandbox' ? 'on' : 'off',
  )
  if (mode === 'live' && requestLog === 'on')
    throw new ConfigError(
      'GODWIT_REQUEST_LOG is on, but live mode never keeps bodies of requests. Set it to headers or off.',
    )
  const requestLogMax =
    wholeNumber(env, 'GODWIT_REQUEST_LOG_MAX', KEPT_REQUESTS_MIN, KEPT_REQUESTS_MAX) ??
    defaultSettings.requestLogMax
  return { requestLog, requestLogMax }
}
