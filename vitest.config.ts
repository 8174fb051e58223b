import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/test/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/postgres.ts',
    // Processes: native addons and the database driver behave as they do in the service.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    watch: false,
  },
})
