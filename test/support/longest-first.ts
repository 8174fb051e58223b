// The order of test files. Without the results of an earlier run Vitest starts the largest files first, and a small
// file that takes half a minute could be the last one, with the other processor idle meanwhile.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, started first. Files that wait for time limits alternate with files that compute, so that the
 * processors are busy and no two files compete for them.
 */
const LONGEST = [
  'scenarios/failover.test.ts',
  'scenarios/in-dialect.test.ts',
  'architecture/timers.test.ts',
  'scenarios/frozen-database.test.ts',
  'architecture/hostile.test.ts',
  'sdk/test/repetition.test.ts',
  'app/test/examples.test.ts',
  'app/test/postgres.test.ts',
  'webhooks/test/slow-receivers.test.ts',
  'requirements/test/fill-the-form.test.ts',
  'app/test/backup.test.ts',
  'kernel/test/silence.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
      return index < 0 ? LONGEST.length : index
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
