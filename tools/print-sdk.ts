// The generated part of the SDK: the typed core, made from the OpenAPI document, and how each operation may be
// repeated.

import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { everyEndpoint } from '../src/app/http/open-operations.ts'
import { acceptsIdempotencyKey, type Endpoint } from '../src/kernel/endpoint.ts'
import { KEY_HEADER } from './print-idempotency.ts'

const GENERATED = 'sdk/src/generated'

const redocly = fileURLToPath(new URL('../node_modules/.bin/redocly', import.meta.url))

/** The generated files by path. `openApi` is the text of the OpenAPI document. */
export async function printSdk(openApi: string): Promise<Record<string, string>> {
  return {
    [`${GENERATED}/client.ts`]: await generateCore(openApi),
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

/** Where the idempotency key of an operation is sent, or that it must not be repeated; undefined if it may be. */
export function repetitionRule(endpoint: Endpoint): string | undefined {
  if (endpoint.effect === 'reads') return undefined
  if (acceptsIdempotencyKey(endpoint)) return KEY_HEADER
  if (endpoint.bodyKey !== undefined) return endpoint.bodyKey
  return endpoint.onRepeat === 'same' ? undefined : 'once'
}

function repetitionModule(endpoints: readonly Endpoint[]): string {
  const rules = endpoints.flatMap((endpoint) => {
    const rule = repetitionRule(endpoint)
    const aliases = endpoint.aliases ?? []
    const ids = [
      endpoint.operationId,
      ...aliases.map((_, n) => `${endpoint.operationId}Alias${n + 1}`),
    ]
    return rule === undefined ? [] : ids.map((id) => `  ${id}: '${rule}',`)
  })
  return `// Printed by \`npm run print\` from the endpoints; do not edit.

export const KEY_HEADER = '${KEY_HEADER}'

/**
 * How a call is made safe to repeat: the name of the header or of the field of the body with its idempotency key, or
 * \`once\` if it must not be repeated. Operations that are not listed have no second effect when they are repeated.
 */
export const repetition: Readonly<Record<string, string>> = {
${rules.sort().join('\n')}
}
`
}
