// Imports exchange rates at startup and every hour, when the operator sets GODWIT_ECB_RATES.

import type { Database } from '../../kernel/database/db.ts'
import { ecbRates, importRates } from '../../quotes/index.ts'
import { type ErrorLog, errorFields } from '../error-log.ts'

const IMPORT_INTERVAL_MS = 60 * 60 * 1000

/** Imports the daily rates of `urlOrFile`. A failure is logged, and the rates imported before stay in force. */
export function followRates(db: Database, urlOrFile: string, log: ErrorLog): { stop(): void } {
  const importLatest = () => {
    importRates(db, ecbRates(urlOrFile)).catch((error: unknown) =>
      log.error({ bug: errorFields(error), source: urlOrFile }, 'importing exchange rates failed'),
    )
  }
  importLatest()
  const timer = setInterval(importLatest, IMPORT_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
