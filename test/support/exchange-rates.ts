// Changes exchange rates during a test.

import { decimal } from '../../src/kernel/decimal.ts'
import { setRates } from '../../src/quotes/index.ts'
import type { TestService } from './service.ts'

/** Sets the rate of a currency: units for one US dollar, such as `setsRate(service, 'EUR', '1.2')`. */
export async function setsRate(
  service: TestService,
  currency: string,
  perUsd: string,
): Promise<void> {
  const point = { currency, at: service.now(), perUsd: decimal(perUsd), source: 'a test' }
  await service.db.transact((tx) => setRates(tx, point))
}
