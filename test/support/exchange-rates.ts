// Exchange rates that move while money waits.

import { decimal } from '../../src/kernel/decimal.ts'
import { setRates } from '../../src/quotes/index.ts'
import type { TestService } from './service.ts'

/** From now on one US dollar is worth so many units of the currency: `setsRate(service, 'EUR', '1.2')`. */
export async function setsRate(
  service: TestService,
  currency: string,
  perUsd: string,
): Promise<void> {
  const point = { currency, at: service.now(), perUsd: decimal(perUsd), source: 'a test' }
  await service.db.transact((tx) => setRates(tx, point))
}
