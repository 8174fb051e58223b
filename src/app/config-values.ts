// Reads single values from environment variables.

import { ConfigError } from '../kernel/config-error.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type Mode = 'sandbox' | 'live'

/** An absent or empty variable has the default value. Throws a ConfigError for a value that is not listed. */
export function oneOf<const V extends string>(
  env: Env,
  name: string,
  values: readonly V[],
  defaultValue: V,
): V {
  const value = env[name] || defaultValue
  if (!values.includes(value as V))
    throw new ConfigError(`${name} is ${value}. Set it to one of ${values.join(', ')}.`)
  return value as V
}

/** Undefined when the variable is absent or empty. Throws a ConfigError for any text but a whole number from `min` to `max`. */
export function wholeNumber(env: Env, name: string, min: number, max: number): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} is ${text}. Set it to a whole number from ${min} to ${max}.`)
  return value
}
