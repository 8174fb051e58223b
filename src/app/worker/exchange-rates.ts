// Rates from outside: asked for at the start and every hour, where the operator names a source.

import type { Database } from '../../kernel/database/db.ts'
import { ecbRates, importRates } from '../../quotes/index.ts'
import { loggable } from '../http/errors.ts'

const EVERY_MS = 60 * 60 * 1000

type Log = { error(details: object, message: string): void }

/** Takes the daily rates of `urlOrFile` now and then. A failure is logged; the last rates hold on. */
export function followRates(db: Database, urlOrFile: string, log: Log): { stop(): void } {
  const take = () => {
    importRates(db, ecbRates(urlOrFile)).catch((error: unknown) =>
      log.error({ bug: loggable(error), source: urlOrFile }, 'no rates could be taken'),
    )
  }
  take()
  const timer = setInterval(take, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
