// Vitest runs this file before each test file; the modules that it imports are loaded once per process.

import './property-seed.ts'
import './temporal-equality.ts'
