import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

const folders = [
  'src/**/test',
  'test/!(packages)',
  'sdk/test',
  'cli/test',
  'console/test',
  'package/test',
]
const include = folders.map((folder) => `${folder}/*.test.ts`)
/** Files that measure processor time. It grows where other processes use the same caches, so they run alone, after the others. */
const timing = folders.map((folder) => `${folder}/*.timing.test.ts`)

export default defineConfig({
  // `godwit-source` makes the command line import the source of the SDK instead of its build.
  ssr: { resolve: { conditions: ['godwit-source', 'module', 'node', 'development|production'] } },
  test: {
    globalSetup: 'test/support/postgres.ts',
    setupFiles: 'test/support/setup.ts',
    // Processes instead of threads: native addons and the database driver behave as they do in the service.
    pool: 'forks',
    // Test files share loaded modules, which keep no state at file level (ARCHITECTURE.md). Loading modules for each file
    // would double the time of the suite.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    watch: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include,
          exclude: timing,
          // On two processors: tests wait for processes and time limits for a fifth of the time, which a third worker uses.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: timing,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
