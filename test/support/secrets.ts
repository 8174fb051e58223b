// The secrets that live mode requires: random, different from each other, and the same in every run.

import { createHash } from 'node:crypto'
import { secretNames } from '../../src/app/secrets.ts'

export const secretOf = (name: string) => createHash('sha256').update(name).digest('base64')

export const liveSecrets: Readonly<Record<string, string>> = Object.fromEntries(
  secretNames.map((name) => [`GODWIT_SECRET_${name}`, secretOf(name)]),
)
