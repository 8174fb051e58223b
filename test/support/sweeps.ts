// Runs one sweep at a moment that the test chooses.

import { type DeclaredSweep, runSweep } from '../../src/kernel/sweep.ts'
import type { TestService } from './service.ts'

/** Returns the number of rows on which the sweep acted. Throws the first error of a row, which the worker would only log. */
export async function runsSweepAt(
  service: TestService,
  sweep: DeclaredSweep,
  now: Temporal.Instant,
): Promise<number> {
  const failures: unknown[] = []
  const { sweepContext: context } = service.workerContext
  const onFailure = (error: unknown) => failures.push(error)
  const count = await runSweep(service.db, sweep, { now, context, onFailure })
  if (failures.length > 0) throw failures[0]
  return count
}
