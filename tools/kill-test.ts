// Kills the service, PostgreSQL, and the process tree of both, many times under a seeded load, and checks that no
// acknowledged request is lost or doubled, that the audit passes after each kill, and that every webhook is
// delivered. `npm run test:kill -- --kills 50 --seed 7 --only service`, or `--trees 25` for only process trees.

import { parseArgs } from 'node:util'
import { endWithUsage, newSeed, print, wholeNumber } from './command-line.ts'
import type { VictimName } from './kill/environment.ts'
import { conclude } from './kill/report.ts'
import { type Report, runKills } from './kill/run-kills.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    trees: { type: 'string' },
    seed: { type: 'string', default: newSeed() },
    only: { type: 'string' },
  },
})

const seed = wholeNumber('seed', values.seed)
const runs = runsOf()

print(`${runs.map(([victim, kills]) => `${kills} kills of ${victim}`).join(', ')}, seed ${seed}\n`)
const reports: Report[] = []
for (const [victim, kills] of runs) reports.push(await runKills({ victim, kills, seed, print }))
conclude(reports, seed, print)

function runsOf(): readonly (readonly [VictimName, number])[] {
  if (values.trees !== undefined) return [['tree', wholeNumber('trees', values.trees)]]
  const kills = wholeNumber('kills', values.kills)
  if (values.only === undefined) {
    return [
      ['service', kills],
      ['postgres', kills],
      ['tree', Math.ceil(kills / 2)],
    ]
  }
  const known = ['service', 'postgres', 'tree'] as const
  const only = known.find((name) => name === values.only)
  if (only !== undefined) return [[only, kills]]
  return endWithUsage(`--only is ${values.only}. Write one of ${known.join(', ')}.`)
}
