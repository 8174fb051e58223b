// Exchange rates that move while money waits.

import { decimal } from '../../src/kernel/decimal.ts'
import { setRates } from '../../src/quotes/index.ts'
import type { TestHouse } from './service.ts'

/** From now on one US dollar is worth so many units of the currency: `movesRate(h, 'EUR', '1.2')`. */
export async function movesRate(h: TestHouse, currency: string, perUsd: string): Promise<void> {
  const point = { currency, at: h.now(), perUsd: decimal(perUsd), source: 'a test' }
  await h.db.transact((tx) => setRates(tx, point))
}
