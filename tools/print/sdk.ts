// The generated part of the SDK: the typed core, made from the OpenAPI document, and how each operation may be
// repeated.

import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { acceptsIdempotencyKey, type Endpoint } from '../../src/kernel/endpoint.ts'
import { KEY_HEADER, resultOf } from './idempotency.ts'
import { compareTexts, heading, markdownTable } from './markdown.ts'
import { methodsModule } from './methods.ts'

const GENERATED = 'sdk/src/generated'

const redocly = fileURLToPath(new URL('../../node_modules/.bin/redocly', import.meta.url))

/** The generated files by path. `openApi` is the text of the OpenAPI document. */
export async function printSdk(openApi: string): Promise<Record<string, string>> {
  return {
    [`${GENERATED}/client.ts`]: await generateCore(openApi),
    [`${GENERATED}/methods.ts`]: methodsModule(openApi),
    [`${GENERATED}/repetition.ts`]: repetitionModule(everyEndpoint),
  }
}

async function generateCore(openApi: string): Promise<string> {
  const directory = await fs.mkdtemp(join(tmpdir(), 'godwit-sdk-'))
  try {
    const input = join(directory, 'openapi.json')
    const output = join(directory, 'client.ts')
    await fs.writeFile(input, openApi)
    const options = ['--output', output, '--args-style', 'grouped', '--import-ext', 'ts']
    await promisify(execFile)(redocly, ['generate-client', input, ...options])
    return await fs.readFile(output, 'utf8')
  } finally {
    await fs.rm(directory, { recursive: true, force: true })
  }
}

/**
 * The header or the field of the body with the idempotency key of an operation. Without a key: `same` if a repetition
 * has no second effect, `once` if the operation must not be repeated. Undefined if the operation only reads.
 */
export function repetitionRule(endpoint: Endpoint): string | undefined {
  if (endpoint.effect === 'reads') return undefined
  if (acceptsIdempotencyKey(endpoint)) return KEY_HEADER
  if (endpoint.bodyKey !== undefined) return endpoint.bodyKey
  return endpoint.onRepeat === 'same' ? 'same' : 'once'
}

/** The operation and its aliases, as the client calls them. */
export function methodsOf({ operationId, aliases = [] }: Endpoint): string[] {
  return [operationId, ...aliases.map((_, n) => `${operationId}Alias${n + 1}`)]
}

function repetitionModule(endpoints: readonly Endpoint[]): string {
  const rules = endpoints.flatMap((endpoint) => {
    const rule = repetitionRule(endpoint)
    return rule === undefined ? [] : methodsOf(endpoint).map((id) => `  ${id}: '${rule}',`)
  })
  return `// Printed by \`npm run print\` from the endpoints; do not edit.

export const KEY_HEADER = '${KEY_HEADER}'

/**
 * How a call is made safe to repeat: the name of the header or of the field of the body with its idempotency key,
 * \`same\` if a repetition has no second effect, or \`once\` if it must not be repeated. Operations that only read are
 * not listed.
 */
export const repetition: Readonly<Record<string, string>> = {
${rules.sort().join('\n')}
}
`
}

type Retries = {
  readonly how: string
  readonly lostBefore: string
  readonly lostAfter: string
  readonly calledAgain: string
}

/** The behaviour of the client when a connection breaks, and the effect of a second call of the program. */
function retriesOf(endpoint: Endpoint): Retries {
  const rule = repetitionRule(endpoint)
  const oneEffect = (result: string) => `one effect; ${result}`
  const calledAgain = endpoint.onRepeat ? resultOf(endpoint.onRepeat) : 'another request'
  if (rule === 'once')
    return {
      how: 'not repeated',
      lostBefore: 'no effect; `OutcomeUnknown`',
      lostAfter: oneEffect('`OutcomeUnknown`'),
      calledAgain,
    }
  const [how, result] =
    rule === 'same'
      ? ['repeated as it is', 'the reply to the repetition']
      : [
          `key in the ${rule === KEY_HEADER ? 'header' : 'field'} \`${rule}\``,
          resultOf(rule === KEY_HEADER ? 'first' : 'now'),
        ]
  return { how, lostBefore: oneEffect('its reply'), lostAfter: oneEffect(result), calledAgain }
}

const ABOUT = `What the SDK does when a connection breaks (D131), for every operation that changes something: while the request is
sent, so that the service does not process it, or after the service has committed the change. The last column is a second call of
the program, which has a new key. With a \`store\` and the same \`storeAs\` a second call has the same key, also after a restart, and no
second effect. After \`OutcomeUnknown\` read the resource before you call again. \`sdk/test/repetition.test.ts\` checks every cell but
those of the last column, which \`test/architecture/idempotency.test.ts\` checks.`

export function retriesDocument(): string {
  const columns = [
    'Method',
    'Repetition',
    'Request lost before it is processed',
    'Reply lost after commit',
    'Second call',
  ]
  const rows = everyEndpoint
    .filter(({ effect }) => effect !== 'reads')
    .flatMap((endpoint) => {
      const { how, lostBefore, lostAfter, calledAgain } = retriesOf(endpoint)
      const routes = [endpoint.route, ...(endpoint.aliases ?? [])]
      return methodsOf(endpoint).map((id, n) => [
        `${id}<br>\`${routes[n]}\``,
        how,
        lostBefore,
        lostAfter,
        calledAgain,
      ])
    })
    .sort(([a = ''], [b = '']) => compareTexts(a, b))
  return `${heading('Retries of the SDK', ABOUT)}\n${markdownTable(columns, rows)}\n`
}
