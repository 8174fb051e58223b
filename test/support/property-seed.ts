// Gives property tests (`fast-check`) the same random data in every run, so that a commit passes or fails on every
// machine. PROPERTY_SEED chooses other data.

import fc from 'fast-check'
import { seedFromEnv } from './number-from-env.ts'

fc.configureGlobal({ seed: seedFromEnv('PROPERTY_SEED', 20261120) })
