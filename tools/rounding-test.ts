// Exchanges random amounts at random rates by every price function of the service, and checks that
// rounding never pays the customer (D110). `npm run test:rounding -- --steps 100000 --seed 7`.

import { parseArgs } from 'node:util'
import { walkExchanges } from '../test/support/rounding-walk.ts'
import { newSeed, print, wholeNumber } from './command-line.ts'

const FINDINGS_SHOWN = 20

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: newSeed() },
  },
})
const steps = wholeNumber('steps', values.steps)
const seed = wholeNumber('seed', values.seed)
const { exchanges, refused, findings } = walkExchanges({ seed, steps })

const paid = `${findings.length} paid the customer`
print(`${steps} steps, seed ${seed}: ${exchanges} exchanges, ${refused} refused, ${paid}.\n`)
for (const finding of findings.slice(0, FINDINGS_SHOWN)) print(`${finding}\n`)
process.exit(findings.length === 0 ? 0 : 1)
