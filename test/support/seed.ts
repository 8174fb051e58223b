// What is left to chance is the same in every run: the same commit passes or fails for everybody.
// PROPERTY_SEED chooses other values.

import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261120) })
