import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  // The command line imports the SDK from its source.
  ssr: { resolve: { conditions: ['godwit-source', 'module', 'node', 'development|production'] } },
  test: {
    include: [
      'src/**/test/*.test.ts',
      'test/!(packages)/*.test.ts',
      'sdk/test/*.test.ts',
      'cli/test/*.test.ts',
      'console/test/*.test.ts',
      'package/test/*.test.ts',
    ],
    globalSetup: 'test/support/postgres.ts',
    setupFiles: 'test/support/seed.ts',
    // Processes: native addons and the database driver behave as they do in the service.
    pool: 'forks',
    // Modules keep no state that another file would mind; loading them once for all halves the time.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    watch: false,
  },
})
