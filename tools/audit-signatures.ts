// `npm run audit:signatures`: checks the registry signature of every installed package (D124). The command fails for a
// wrong or missing signature, not when the registry or the network offers no signatures.

import { spawnSync } from 'node:child_process'

const TIMEOUT_MS = 30_000
/** Matches the output of npm for a wrong or missing signature, but not its output when npm cannot check signatures. */
const INVALID = /\b(?:invalid|missing) (?:registry signatures?|attestations?)|tampered/i

type Verdict = 'verified' | 'invalid' | 'unavailable'

/** `invalid` for a wrong or missing signature; `unavailable` when npm could not check the signatures, for example without a network. */
export function verdictOf(exitCode: number | null, output: string): Verdict {
  if (INVALID.test(output)) return 'invalid'
  return exitCode === 0 ? 'verified' : 'unavailable'
}

if (import.meta.main) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['audit', 'signatures', '--fetch-retries=0'],
    {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    },
  )
  const output = `${stdout}\n${stderr}`.trim()
  const verdict = verdictOf(status, output)
  const reason = /^npm error (?!code|errno|syscall).*$/m.exec(output)?.[0] ?? 'no answer in time'
  process.stdout.write(
    verdict === 'unavailable'
      ? `package signatures: unavailable (${reason})\n`
      : `package signatures: ${verdict}\n${output}\n`,
  )
  process.exitCode = verdict === 'invalid' ? 1 : 0
}
