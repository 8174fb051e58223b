// The text that the service prints when it has started.

import { toSecond } from '../kernel/wire.ts'
import type { Config } from './config.ts'
import type { Dialect } from './http/dialect/file.ts'
import { SEED } from './seed.ts'

/**
 * The URLs of the service, the dialect and a clock that was moved, if there is one, and, in a seeded sandbox, credentials and a
 * first call to paste.
 */
export function bannerOf(
  url: string,
  {
    mode,
    hasExamples,
    dialectFile,
  }: Pick<Config, 'mode' | 'hasExamples'> & Partial<Pick<Config, 'dialectFile'>>,
  clock: { readonly now: Temporal.Instant; readonly real: Temporal.Instant },
  dialect?: Dialect,
): string {
  const lines = ['', `Godwit is up (${mode}).`, `  API      ${url}`, `  Docs     ${url}/docs`]
  if (mode === 'sandbox') lines.push(`  Console  ${url}/console`)
  if (dialect) lines.push(`  Dialect  ${dialectFile} (${changesOf(dialect)})`)
  // The two clocks are read one after the other, so they differ by some milliseconds even when neither was moved.
  if (clock.now.since(clock.real).total('seconds') >= 1)
    lines.push(
      `  Clock    ${toSecond(clock.now)}, moved forward from the real ${toSecond(clock.real)}`,
    )
  if (hasExamples)
    lines.push(
      '',
      '  Sandbox credentials',
      `    personal token  ${SEED.personalToken}`,
      ...SEED.applications.map(
        ({ clientKey, secret }) => `    application     ${clientKey} / ${secret}`,
      ),
      '',
      '  Try',
      `    curl -s ${url}/v2/profiles -H 'Authorization: Bearer ${SEED.personalToken}'`,
    )
  return `${lines.join('\n')}\n\n`
}

function changesOf({ words, options }: Dialect): string {
  const changes = [...[...words].map(([neutral, word]) => `${neutral}: ${word}`), ...options]
  return changes.join(', ') || 'no changes'
}
