// D89: runs the scenarios again in a dialect that replaces every neutral word. The calls are translated by
// search and replace, and no reply may contain a neutral word.

import { dialectOf, everyWord } from '../support/dialects.ts'
import { inDialect } from '../support/service.ts'

// A query makes the import a new module, because the file may be loaded already.
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
