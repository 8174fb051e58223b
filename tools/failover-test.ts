// Kills the primary of two servers, or freezes it with its connections open, many times under a seeded load, and
// promotes its synchronous standby (D127). No acknowledged write may be lost or doubled, and the audit of the ledger
// must pass. `npm run test:failover -- --failovers 20 --seed 7`.

import { parseArgs } from 'node:util'
import { newSeed, print, wholeNumber } from './command-line.ts'
import { conclude } from './kill/report.ts'
import { runKills } from './kill/run-kills.ts'

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '20' },
    seed: { type: 'string', default: newSeed() },
  },
})

const kills = wholeNumber('failovers', values.failovers)
const seed = wholeNumber('seed', values.seed)
print(`${kills} failovers, seed ${seed}\n`)
conclude([await runKills({ victim: 'primary', kills, seed, print })], seed, print)
