import { defineConfig } from 'vitest/config'

// The tests that need a browser. `npm test` does not run them.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  ssr: { resolve: { conditions: ['godwit-source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['console/**/*.browser.ts'],
    globalSetup: ['test/support/postgres.ts', 'console/test/browser-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    watch: false,
  },
})
