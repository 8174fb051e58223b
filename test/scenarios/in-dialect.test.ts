// D89: the journeys once more, in a dialect that has another word for every neutral one. They are the same
// files; their calls are translated by search and replace, and no reply may hold a neutral word.

import { dialectOf, everyWord } from '../support/dialects.ts'
import { inDialect } from '../support/service.ts'

// Under another address, so that a file is loaded although it was, as a journey in neutral words.
const main = [
  () => import('./sending-money-home.test.ts?dialect'),
  () => import('./transfer-form.test.ts?dialect'),
  () => import('./paying-by-bank.test.ts?dialect'),
  () => import('./payday.test.ts?dialect'),
  () => import('./partner.test.ts?dialect'),
  () => import('./changing-ones-mind.test.ts?dialect'),
]

await inDialect(dialectOf(everyWord), async () => {
  for (const load of main) await load()
})
