import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  // `godwit-source` makes the command line import the source of the SDK instead of its build.
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
    setupFiles: 'test/support/setup.ts',
    // Processes instead of threads: native addons and the database driver behave as they do in the service.
    pool: 'forks',
    // Test files share loaded modules, which keep no state at file level (ARCHITECTURE.md). Loading modules for each file
    // would double the time of the suite.
    isolate: false,
    // On two processors: tests wait for processes and time limits for a fifth of the time, which a third worker uses.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    watch: false,
  },
})
