// Sets the seed of the property tests, and how matchers compare times. Vitest runs this file before each test file; the
// imported modules are loaded once per process.

import './property-seed.ts'
import './temporal-equality.ts'
