import type { Config } from './config.ts'
import { SEED } from './seed.ts'

/** What a newcomer needs to see first: where it is, who one may be, and a first call to paste. */
export function bannerOf(url: string, { mode, seed }: Config): string {
  const lines = ['', `Godwit is up (${mode}).`, `  API   ${url}`, `  Docs  ${url}/docs`]
  if (seed)
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
