// Prints the results of runs as a table with a column for each run.

import type { Report } from './run-kills.ts'

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
    ['uploaded files', ...all.map(({ files }) => files)],
    ['killed during an upload', ...all.map(({ killedUploading }) => killedUploading)],
    ['uploads repeated', ...all.map(({ uploadsRepeated }) => uploadsRepeated)],
    ['identity documents', ...all.map(({ documents }) => documents)],
    ['disputes', ...all.map(({ disputes }) => disputes)],
    ['deliveries', ...all.map(({ deliveries }) => deliveries)],
    ['deliveries repeated', ...all.map(({ deliveriesRepeated }) => deliveriesRepeated)],
    ['seconds', ...all.map(({ seconds }) => Math.round(seconds))],
    ['longest gap, ms', ...all.map(({ longestGapMs = 0 }) => Math.round(longestGapMs))],
    ['findings', ...all.map(({ findings }) => findings.length)],
  ]
  return rows
    .map(([name, ...cells]) =>
      [String(name).padEnd(24), ...cells.map((cell) => String(cell).padStart(12))].join(''),
    )
    .join('\n')
}

const FINDINGS_SHOWN = 20

/** Prints the table and the findings, and ends the process: with exit code 0 if there are no findings, otherwise 1. */
export function conclude(
  reports: readonly Report[],
  seed: number,
  print: (text: string) => void,
): never {
  print(`\n${tableOf(reports)}\n`)
  for (const { victim, findings } of reports) {
    for (const finding of findings.slice(0, FINDINGS_SHOWN)) print(`\n${victim}: ${finding}\n`)
    if (findings.length > FINDINGS_SHOWN) print(`... ${findings.length} findings in all\n`)
  }
  const isClean = reports.every(({ findings }) => findings.length === 0)
  print(isClean ? '\nNothing was lost, nothing doubled.\n' : `\nFAILED. Seed ${seed}.\n`)
  process.exit(isClean ? 0 : 1)
}
