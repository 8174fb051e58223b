// The tests of the packages as npm installs them, for `npm run test:packages`: they download two
// versions of Node.js.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/packages/*.test.ts'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 600_000,
    watch: false,
  },
})
