// Retries an assertion until it holds.

import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 100

/** Rejects with the failure of the last attempt after `maxMs`. */
export async function eventually(assertion: () => Promise<void>, maxMs = 60_000): Promise<void> {
  const deadline = performance.now() + maxMs
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}
