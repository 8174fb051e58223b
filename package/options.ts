// The options of `startGodwit`: their types, and the function that checks them and brings them into one form.

export type GodwitOptions = {
  /** The port on 127.0.0.1. Default: a free port. */
  readonly port?: number
  /**
   * The directory of the embedded database; a later start continues with its data. Default: a temporary directory that
   * is deleted when the sandbox stops.
   */
  readonly dataDir?: string
  /**
   * The time at which the sandbox starts, in the future: an ISO 8601 time with its offset, such as
   * `2030-01-07T09:00:00Z`, or a Date. Default: now. `POST /v1/simulation/clock/advance` moves the clock later.
   */
  readonly clock?: string | Date
  /**
   * Other settings of the service (docs/configuration.md), such as `{ GODWIT_SCA: 'strict' }`. Settings in the
   * environment of this process have no effect.
   */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Receives each line that the service logs: warnings, errors and the security log, or more with another `LOG_LEVEL` in
   * `env`. Default: the lines are dropped.
   */
  readonly onLog?: (line: string) => void
}

type StartOptions = Omit<GodwitOptions, 'clock'> & { readonly clock?: string }

const NAMES = ['port', 'dataDir', 'clock', 'env', 'onLog']
const PORT_MAX = 65_535
/** Settings that `env` cannot contain, with what to do instead. */
const FORBIDDEN_SETTINGS: Readonly<Record<string, string>> = {
  PORT: 'Set the option port instead.',
  GODWIT_DATA_DIR: 'Set the option dataDir instead.',
  GODWIT_MODE: 'startGodwit starts sandboxes only; `godwit start` starts other modes.',
  GODWIT_SEED:
    'startGodwit needs the seeded user, whose token it returns; `godwit start` can start an empty sandbox.',
  GODWIT_ROLES: 'A sandbox needs all roles; `godwit start` starts a process with some of them.',
}
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** Returns the options with the clock as text. Throws a TypeError that names the first wrong option and the correct values. */
export function readOptions(options: GodwitOptions): StartOptions {
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`startGodwit has no option ${unknown}; it has ${NAMES.join(', ')}.`)
  const { port, dataDir, clock, env = {}, onLog } = options
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= PORT_MAX))
    throw new TypeError(`port must be a whole number from 0 to ${PORT_MAX}; 0 means a free port.`)
  if (dataDir !== undefined && (typeof dataDir !== 'string' || dataDir === ''))
    throw new TypeError('dataDir must be the path of a directory.')
  if (onLog !== undefined && typeof onLog !== 'function')
    throw new TypeError('onLog must be a function.')
  for (const [name, value] of Object.entries(env)) {
    if (Object.hasOwn(FORBIDDEN_SETTINGS, name))
      throw new TypeError(`env cannot contain ${name}. ${FORBIDDEN_SETTINGS[name]}`)
    if (typeof value !== 'string') throw new TypeError(`env.${name} must be text.`)
  }
  if (env['DATABASE_URL'] !== undefined && dataDir !== undefined)
    throw new TypeError('Set either dataDir or env.DATABASE_URL, not both.')
  return {
    ...(port !== undefined && { port }),
    ...(dataDir !== undefined && { dataDir }),
    ...(clock !== undefined && { clock: timeOf(clock) }),
    env,
    ...(onLog && { onLog }),
  }
}

function timeOf(clock: string | Date): string {
  const isDate = Object.prototype.toString.call(clock) === '[object Date]'
  const text = isDate && !Number.isNaN(Number(clock)) ? (clock as Date).toISOString() : clock
  if (typeof text === 'string' && ISO_TIME.test(text) && !Number.isNaN(Date.parse(text)))
    return text
  throw new TypeError(
    'clock must be a Date or a time with its offset, such as 2030-01-07T09:00:00Z.',
  )
}
