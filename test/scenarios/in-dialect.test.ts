// D89: runs scenarios in a dialect that replaces every neutral word. The calls are translated by search and replace,
// and no reply may contain a neutral word.

import { dialectOf, everyWord } from '../support/dialects.ts'
import { inDialect } from '../support/service.ts'

// The query `?dialect` makes each import a new module, so that the file is run even if it was loaded before.
const scenarios = [
  () => import('./first-transfer.test.ts?dialect'),
  () => import('./transfer-form.test.ts?dialect'),
  () => import('./bank-pay-in.test.ts?dialect'),
  () => import('./payday.test.ts?dialect'),
  () => import('./partner.test.ts?dialect'),
  () => import('./cancellations.test.ts?dialect'),
]

await inDialect(dialectOf(everyWord), async () => {
  for (const load of scenarios) await load()
})
