// Reads the configuration from environment variables, once when the service starts or a command of the operator begins
// (docs/configuration.md).

import { resolve } from 'node:path'
import { CELL_MAX } from '../kernel/cells.ts'
import { ConfigError } from '../kernel/config-error.ts'
import { parseDatabaseUrl } from '../kernel/database/hosts.ts'
import { isLoopback } from '../kernel/loopback.ts'
import type { Settings } from '../kernel/settings.ts'
import { DAY } from '../kernel/timer.ts'
import type { Drift } from '../quotes/index.ts'
import { type CardConfig, cardConfigOf } from './config-cards.ts'
import { type LogConfig, logConfigOf } from './config-log.ts'
import { fileCheckUrlOf, loginUrlOf, smsUrlOf, smtpConfigOf } from './config-outside.ts'
import { type Env, type Mode, oneOf, wholeNumber } from './config-values.ts'
import { parseProxies, type RequestLimits } from './http/limits/request-limits.ts'
import type { SmtpConfig } from './outside/smtp-mailer.ts'
import { problemOf, type Secrets, secretsOf } from './secrets.ts'
import { defaultSettings } from './settings.ts'

type Role = 'api' | 'worker'

const PORT_MAX = 65_535
// The following limits are choices of this project.
const DEFAULT_PORT = 8080
const POOL_CONNECTIONS = { min: 2, max: 500, default: 12 } as const
const LOCKED_RATE_TRANSFERS_MAX = 1_000_000

export type Config = {
  readonly mode: Mode
  /** The number of this installation among those behind one proxy (D128). */
  readonly cell: number
  readonly roles: readonly Role[]
  readonly host: string
  readonly port: number
  /** Whether other processes on this machine may listen at the same port. */
  readonly sharesPort: boolean
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly poolMax: number
  /** Whether a sandbox without the contents of `seed.ts` gets them at startup. */
  readonly hasExamples: boolean
  readonly autoAdvanceSeconds: number | undefined
  /** Whether the sandbox applies live mode's rules of strong customer authentication. */
  readonly strictSca: boolean
  readonly lockedRateTransfersMax: number
  readonly logLevel: string
  readonly baseUrl: string | undefined
  readonly dialectFile: string | undefined
  readonly adminPort: number | undefined
  readonly rateLimitPerSecond: number | undefined
  readonly addressRateLimitPerSecond: number | undefined
  readonly requestLimits: Partial<RequestLimits>
  readonly ecbRatesUrl: string | undefined
  /** Set when the sandbox's rates change over time. */
  readonly drift: Drift | undefined
  readonly loginUrl: string | undefined
  readonly smsUrl: string | undefined
  /** Where each uploaded file is checked before it is kept. */
  readonly fileCheckUrl: string | undefined
  readonly smtp: SmtpConfig | undefined
  readonly cards: CardConfig
  readonly log: LogConfig
  readonly secrets: Secrets
}

/** Throws a ConfigError whose message names the invalid variable and states what to set. */
export function readConfig(env: Env): Config {
  const mode = oneOf(env, 'GODWIT_MODE', ['sandbox', 'live'], 'sandbox')
  const secrets = secretsOf(env)
  const problem = mode === 'live' ? problemOf(secrets) : undefined
  if (problem !== undefined) throw new ConfigError(problem)
  return {
    mode,
    cell: wholeNumber(env, 'GODWIT_CELL', 0, CELL_MAX) ?? 0,
    roles: rolesOf(env),
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 0, PORT_MAX) ?? DEFAULT_PORT,
    sharesPort: oneOf(env, 'GODWIT_SHARED_PORT', ['true', 'false'], 'false') === 'true',
    ...databaseConfig(env),
    poolMax:
      wholeNumber(env, 'GODWIT_POOL_MAX', POOL_CONNECTIONS.min, POOL_CONNECTIONS.max) ??
      POOL_CONNECTIONS.default,
    hasExamples:
      oneOf(env, 'GODWIT_SEED', ['examples', 'none'], 'examples') === 'examples' &&
      mode === 'sandbox',
    autoAdvanceSeconds: autoAdvanceOf(env, mode),
    strictSca: scaOf(env, mode) === 'strict',
    lockedRateTransfersMax:
      wholeNumber(env, 'GODWIT_LOCKED_RATE_TRANSFERS', 0, LOCKED_RATE_TRANSFERS_MAX) ??
      defaultSettings.lockedRateTransfersMax,
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    baseUrl: baseUrlOf(env, mode),
    dialectFile: env['GODWIT_DIALECT'] ? resolve(env['GODWIT_DIALECT']) : undefined,
    adminPort: wholeNumber(env, 'ADMIN_PORT', 1, PORT_MAX),
    rateLimitPerSecond: rateLimitOf(env, 'GODWIT_RATE_LIMIT', mode),
    addressRateLimitPerSecond: rateLimitOf(env, 'GODWIT_ADDRESS_RATE_LIMIT', mode),
    requestLimits: requestLimitsOf(env),
    ecbRatesUrl: env['GODWIT_ECB_RATES'] || undefined,
    drift: driftOf(env, mode),
    loginUrl: loginUrlOf(env),
    smsUrl: smsUrlOf(env, mode),
    fileCheckUrl: fileCheckUrlOf(env),
    smtp: smtpConfigOf(env, mode),
    cards: cardConfigOf(env, mode),
    log: logConfigOf(env, mode),
    secrets,
  }
}

/** The settings that use cases depend on. */
export function settingsOf(config: Config): Settings {
  const { lockedRateTransfersMax, autoAdvanceSeconds, strictSca } = config
  const { smsUrl, loginUrl, baseUrl, secrets } = config
  const { TOKENS: secret, PIN: pepper = defaultSettings.pepper } = secrets
  const formKey = secret ?? defaultSettings.formKey
  const hasLogin = config.mode === 'live' && loginUrl !== undefined && secret !== undefined
  return {
    accountIssuer: config.mode === 'sandbox' ? 'sandbox' : undefined,
    lockedRateTransfersMax,
    autoAdvanceSeconds,
    pepper,
    strictSca,
    formKey,
    smsUrl,
    login: hasLogin ? { url: loginUrl, secret } : undefined,
    publicUrl: baseUrl,
    requestLogMax: config.log.requestLogMax,
    ...config.cards,
  }
}

/** In requests per second (Facts 4.2). */
const LIVE_RATE_LIMIT = 100
/** In requests per second; a choice of this project. */
const RATE_LIMIT_MAX = 1_000_000

/** Requests per second; undefined for no limit. The value 0 means no limit, which is the default of a sandbox. */
function rateLimitOf(env: Env, name: string, mode: Mode): number | undefined {
  const defaultLimit = mode === 'live' ? LIVE_RATE_LIMIT : 0
  return (wholeNumber(env, name, 0, RATE_LIMIT_MAX) ?? defaultLimit) || undefined
}

/** The highest value of the limits of connections and of unfinished bodies; a choice of this project. */
const CONNECTIONS_LIMIT_MAX = 65_535

function requestLimitsOf(env: Env): Partial<RequestLimits> {
  const limitOf = (name: string) => wholeNumber(env, name, 1, CONNECTIONS_LIMIT_MAX)
  const connectionsMax = limitOf('GODWIT_CONNECTIONS')
  const connectionsPerAddressMax = limitOf('GODWIT_CONNECTIONS_PER_ADDRESS')
  const unfinishedBodiesPerAddressMax = limitOf('GODWIT_UNFINISHED_BODIES')
  const trustedProxies = trustedProxiesOf(env)
  return {
    ...(connectionsMax && { connectionsMax }),
    ...(connectionsPerAddressMax && { connectionsPerAddressMax }),
    ...(unfinishedBodiesPerAddressMax && { unfinishedBodiesPerAddressMax }),
    ...(trustedProxies && { trustedProxies }),
  }
}

function trustedProxiesOf(env: Env) {
  const text = env['GODWIT_TRUSTED_PROXIES'] || undefined
  if (text === undefined) return undefined
  const proxies = parseProxies(text)
  if (proxies === undefined)
    throw new ConfigError(
      `GODWIT_TRUSTED_PROXIES is ${text}. Set it to addresses or networks, separated by commas, such as 10.0.0.0/8,::1.`,
    )
  return proxies
}

/**
 * Links consist of GODWIT_BASE_URL and a path, and its scheme decides whether the cookies of forms are for https only;
 * those of the consoles always are. Live mode requires the variable, so that no link contains the Host header of a request (D122).
 */
function baseUrlOf(env: Env, mode: Mode): string | undefined {
  const text = env['GODWIT_BASE_URL']
  if (!text && mode === 'sandbox') return undefined
  if (!text)
    throw new ConfigError(
      'Live mode needs GODWIT_BASE_URL. Set it to the URL at which users reach the service, such as https://pay.example.org.',
    )
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== text)
    throw new ConfigError(
      `GODWIT_BASE_URL is ${text}. Set it to a scheme and an authority, such as https://pay.example.org.`,
    )
  if (mode === 'live' && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError(
      `GODWIT_BASE_URL is ${text}, but live mode needs https. Set it to an https URL.`,
    )
  return text
}

/** Live mode is always strict; a sandbox may be (D112). */
function scaOf(env: Env, mode: Mode) {
  const rules = oneOf(
    env,
    'GODWIT_SCA',
    ['permissive', 'strict'],
    mode === 'live' ? 'strict' : 'permissive',
  )
  if (mode === 'live' && rules === 'permissive')
    throw new ConfigError('GODWIT_SCA is permissive, but live mode is always strict. Unset it.')
  return rules
}

const DEFAULT_DRIFT_SEED = 1
const DRIFT_SEED_MAX = 1_000_000

/** Refuses rates that drift in live mode, where rates come from a source or from the operator. */
function driftOf(env: Env, mode: Mode): Drift | undefined {
  const rates = oneOf(env, 'GODWIT_RATES', ['fixed', 'drift'], 'fixed')
  const seed = wholeNumber(env, 'GODWIT_RATES_SEED', 0, DRIFT_SEED_MAX) ?? DEFAULT_DRIFT_SEED
  if (rates === 'fixed') return undefined
  if (mode === 'live')
    throw new ConfigError('GODWIT_RATES is drift, which only a sandbox allows. Unset it.')
  return { seed }
}

/** Refused in live mode, where no timer converts or sends a paid transfer: an operator reports the conversion and the payment. */
function autoAdvanceOf(env: Env, mode: Mode) {
  const seconds = wholeNumber(env, 'GODWIT_AUTO_ADVANCE', 0, DAY)
  if (mode === 'live' && seconds !== undefined)
    throw new ConfigError('GODWIT_AUTO_ADVANCE is set, which only a sandbox allows. Unset it.')
  return seconds
}

function databaseConfig(env: Env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  return {
    databaseUrl: databaseUrlOf(env),
    dataDir: resolve(env['GODWIT_DATA_DIR'] || './.godwit'),
  }
}

/** Throws a ConfigError without the URL, which may contain a password. */
function databaseUrlOf(env: Env): string | undefined {
  const url = env['DATABASE_URL'] || undefined
  if (url === undefined) return undefined
  try {
    parseDatabaseUrl(url)
    return url
  } catch {
    throw new ConfigError(
      'DATABASE_URL is not a PostgreSQL URL. Set it to one, such as postgres://user:password@host:5432/database, or with several hosts postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write.',
    )
  }
}

function rolesOf(env: Env): readonly Role[] {
  const roles = (env['GODWIT_ROLES'] || 'api,worker').split(',').map((role) => role.trim())
  const unknown = roles.filter((role) => role !== 'api' && role !== 'worker')
  if (unknown.length > 0)
    throw new ConfigError(
      `GODWIT_ROLES is ${roles.join(',')}. Set it to api, worker, or both: api,worker.`,
    )
  return roles as Role[]
}
