// Kills the service, and then PostgreSQL, again and again under a seeded load, and proves that no
// client can tell: nothing lost, nothing doubled, the audit clean after each kill, every webhook
// delivered. `npm run test:kill -- --kills 50 --seed 7 --only service`.

import { parseArgs } from 'node:util'
import { type Report, runKills, type VictimName } from './kill/run-kills.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Temporal.Now.instant().epochMilliseconds % 1_000_000) },
    only: { type: 'string' },
  },
})

const FINDINGS_SHOWN = 20

const kills = wholeOf('kills', values.kills)
const seed = wholeOf('seed', values.seed)
const victims = victimsOf(values.only)

say(`${kills} kills each of ${victims.join(' and ')}, seed ${seed}\n`)
const reports: Report[] = []
for (const victim of victims) reports.push(await runKills({ victim, kills, seed, say }))

say(`\n${tableOf(reports)}\n`)
for (const { victim, findings } of reports) {
  for (const finding of findings.slice(0, FINDINGS_SHOWN)) say(`\n${victim}: ${finding}\n`)
  if (findings.length > FINDINGS_SHOWN) say(`... ${findings.length} findings in all\n`)
}
const isClean = reports.every(({ findings }) => findings.length === 0)
say(isClean ? '\nNothing was lost, nothing doubled.\n' : `\nFAILED. Seed ${seed}.\n`)
process.exit(isClean ? 0 : 1)

function say(text: string): void {
  process.stdout.write(text)
}

function wholeOf(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  say(`--${name} is ${text}; it must be a whole number.\n`)
  process.exit(2)
}

function victimsOf(only: string | undefined): VictimName[] {
  if (only === undefined) return ['service', 'postgres']
  if (only === 'service' || only === 'postgres') return [only]
  say(`--only is ${only}; it may be service or postgres.\n`)
  process.exit(2)
}

function tableOf(all: readonly Report[]): string {
  const rows = [
    ['', ...all.map(({ victim }) => victim)],
    ['kills', ...all.map(({ kills }) => kills)],
    ['audits', ...all.map(({ audits }) => audits)],
    ['requests', ...all.map(({ requests }) => requests)],
    ['retries', ...all.map(({ retries }) => retries)],
    ['requests hung', ...all.map(({ hung }) => hung)],
    ['transfers', ...all.map(({ transfers }) => transfers)],
    ['top-ups, conversions', ...all.map(({ movements }) => movements)],
    ['batch groups', ...all.map(({ groups }) => groups)],
    ['killed half cancelled', ...all.map(({ halfCancelled }) => halfCancelled)],
    ['direct debits', ...all.map(({ debits }) => debits)],
    ['claims', ...all.map(({ claims }) => claims)],
    ['deliveries', ...all.map(({ deliveries }) => deliveries)],
    ['deliveries repeated', ...all.map(({ repeated }) => repeated)],
    ['seconds', ...all.map(({ seconds }) => Math.round(seconds))],
    ['findings', ...all.map(({ findings }) => findings.length)],
  ]
  return rows
    .map(([name, ...cells]) =>
      [String(name).padEnd(22), ...cells.map((cell) => String(cell).padStart(12))].join(''),
    )
    .join('\n')
}
