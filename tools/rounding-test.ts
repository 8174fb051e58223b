// Exchanges random amounts at random rates by every price function of the service, and checks that
// rounding never pays the customer (D110). `npm run test:rounding -- --steps 100000 --seed 7`.

import { parseArgs } from 'node:util'
import { walkExchanges } from '../test/support/rounding-walk.ts'

const FINDINGS_SHOWN = 20
const SEED_MAX = 1_000_000

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Temporal.Now.instant().epochMilliseconds % SEED_MAX) },
  },
})
const steps = wholeOf('steps', values.steps)
const seed = wholeOf('seed', values.seed)
const { exchanges, refused, findings } = walkExchanges({ seed, steps })

const paid = `${findings.length} paid the customer`
say(`${steps} steps, seed ${seed}: ${exchanges} exchanges, ${refused} refused, ${paid}.`)
for (const finding of findings.slice(0, FINDINGS_SHOWN)) say(finding)
process.exit(findings.length === 0 ? 0 : 1)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function wholeOf(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  say(`--${name} takes a whole number, not ${text}.`)
  return process.exit(2)
}
