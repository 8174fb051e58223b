// `npm run audit:signatures`: whether every installed package is the one that the registry has signed (D124).
// A registry or a network that does not offer signatures is no failure; a wrong or missing signature is.

import { spawnSync } from 'node:child_process'

const WITHIN_MS = 30_000
/** What npm says when a signature is wrong, as opposed to not being able to check any. */
const REFUTED = /\b(?:invalid|missing) (?:registry signatures?|attestations?)|tampered/i

export type Verdict = 'verified' | 'refuted' | 'not offered'

export function verdictOf(exitCode: number | null, output: string): Verdict {
  if (REFUTED.test(output)) return 'refuted'
  return exitCode === 0 ? 'verified' : 'not offered'
}

if (import.meta.main) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['audit', 'signatures', '--fetch-retries=0'],
    {
      encoding: 'utf8',
      timeout: WITHIN_MS,
    },
  )
  const output = `${stdout}\n${stderr}`.trim()
  const verdict = verdictOf(status, output)
  const reason = /^npm error (?!code|errno|syscall).*$/m.exec(output)?.[0] ?? 'no answer in time'
  process.stdout.write(
    verdict === 'not offered'
      ? `package signatures: not offered (${reason})\n`
      : `package signatures: ${verdict}\n${output}\n`,
  )
  process.exitCode = verdict === 'refuted' ? 1 : 0
}
