// Random test data is the same in every run, so that a commit passes or fails for everybody. PROPERTY_SEED
// chooses other data.

import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261120) })
