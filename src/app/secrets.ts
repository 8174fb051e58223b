// The secrets (D1a, D122). In live mode all must be set, be random, and differ from each other; a sandbox may set any of them.

import type { Env } from './config-values.ts'

/** Live mode requires all of them. */
export const secretNames = ['TOKENS', 'PIN', 'WEBHOOK', 'CARDS'] as const
type SecretName = (typeof secretNames)[number]
export type Secrets = Readonly<Record<SecretName, string | undefined>>

const SECRET_BYTES_MIN = 32
const SECRET_COMMAND = `\`openssl rand -base64 ${SECRET_BYTES_MIN}\``
/**
 * The smallest number of different values among the bytes of a secret. About one of 10^13 random secrets of 32 bytes has
 * fewer; words and repeated patterns have fewer as a rule.
 */
const VALUES_MIN = 18

export function secretsOf(env: Env): Secrets {
  const values = secretNames.map((name) => [name, env[variableOf(name)] || undefined])
  return Object.fromEntries(values) as Secrets
}

/** Why live mode refuses these secrets, without showing one; undefined when it accepts them. */
export function problemOf(secrets: Secrets): string | undefined {
  const missing = secretNames.filter((name) => !secrets[name])
  if (missing.length > 0)
    return `Live mode needs ${missing.map(variableOf).join(', ')}. Set each to the output of ${SECRET_COMMAND}.`
  const weak = secretNames.filter((name) => !isStrong(secrets[name] ?? ''))
  if (weak.length > 0)
    return `${weak.map(variableOf).join(', ')} must be at least ${SECRET_BYTES_MIN} random bytes in Base64 or hexadecimal, as ${SECRET_COMMAND} prints them.`
  const values = secretNames.map((name) => secrets[name])
  const repeated = secretNames.filter((_, n) => values.indexOf(values[n]) !== n)
  if (repeated.length > 0)
    return `${repeated.map(variableOf).join(', ')} must differ from the other secrets. Set each secret to another output of ${SECRET_COMMAND}.`
  return undefined
}

function variableOf(name: SecretName): string {
  return `GODWIT_SECRET_${name}`
}

const HEXADECIMAL = /^[\da-f]+$/i
const BASE64 = /^[\w+/-]+={0,2}$/

function isStrong(secret: string): boolean {
  const bytes = bytesOf(secret)
  return bytes.length >= SECRET_BYTES_MIN && new Set(bytes).size >= VALUES_MIN
}

function bytesOf(secret: string): Buffer {
  if (HEXADECIMAL.test(secret)) return Buffer.from(secret, 'hex')
  return BASE64.test(secret) ? Buffer.from(secret, 'base64') : Buffer.alloc(0)
}
