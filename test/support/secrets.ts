// Secrets and the environment for tests of live mode. Live mode refuses weak and repeated secrets at startup (D122), so
// each secret is a SHA-256 hash of its name: different from the others, and the same in every test run.

import { createHash } from 'node:crypto'
import { secretNames } from '../../src/app/secrets.ts'

export const secretOf = (name: string) => createHash('sha256').update(name).digest('base64')

export const liveSecrets: Readonly<Record<string, string>> = Object.fromEntries(
  secretNames.map((name) => [`GODWIT_SECRET_${name}`, secretOf(name)]),
)

/** The environment variables that live mode requires. */
export const liveEnvironment = {
  GODWIT_MODE: 'live',
  GODWIT_BASE_URL: 'https://pay.example.org',
  ...liveSecrets,
}
