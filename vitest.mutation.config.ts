// The tests of pure rules, for `npm run test:mutation`: no database, so that a mutant costs milliseconds.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/test/*model.test.ts',
      'src/ledger/test/journals.test.ts',
      'src/kernel/test/{money,decimal}.test.ts',
    ],
    setupFiles: 'test/support/temporal-equality.ts',
    watch: false,
  },
})
