import type { Godwit, LoggedRequest } from '@godwit/sdk'
import type { Sample } from '../../components/CodeSample.tsx'
import { prettyJson } from '../../pretty-json.ts'
import { SAMPLE_TOKEN, serviceUrl } from '../../samples.ts'
import { namespaceOf, pathValuesOf } from './replay.ts'

/** The request as code for curl, the SDK and the CLI. */
export function requestSamples(godwit: Godwit, request: LoggedRequest): readonly Sample[] {
  return [
    { name: 'curl', code: curlSample(request) },
    { name: 'SDK', code: sdkSample(request, namespaceOf(godwit, request.operation) ?? '') },
    { name: 'CLI', code: cliSample(request) },
  ]
}

function curlSample({ method, path, query, requestBody }: LoggedRequest): string {
  const url = `${serviceUrl}${path}${queryText(query)}`
  return [
    `curl -s -X ${method} ${shellQuote(url)}`,
    `  -H 'Authorization: Bearer ${SAMPLE_TOKEN}'`,
    ...(requestBody === null
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d ${shellQuote(requestBody)}`]),
  ].join(' \\\n')
}

function queryText(query: LoggedRequest['query']): string {
  const parameters = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return parameters.size === 0 ? '' : `?${parameters}`
}

function sdkSample(request: LoggedRequest, namespace: string): string {
  const { operation, query, requestBody } = request
  const path = pathValuesOf(request)
  const sections = [
    ...(Object.keys(path).length > 0 ? [`  path: ${JSON.stringify(path)},`] : []),
    ...(query ? [`  query: ${JSON.stringify(query)},`] : []),
    ...(requestBody === null
      ? []
      : [`  body: ${prettyJson(requestBody).replaceAll('\n', '\n  ')},`]),
  ]
  return `import { createGodwit } from '@godwit/sdk'

const godwit = createGodwit({ baseUrl: '${serviceUrl}', token: '${SAMPLE_TOKEN}' })
const reply = await godwit.${namespace}.${operation}({
${sections.join('\n')}
})`
}

function cliSample(request: LoggedRequest): string {
  const values = { ...pathValuesOf(request), ...request.query }
  const settings = Object.entries(values).map(
    ([name, value]) => `--set ${shellQuote(`${name}=${value}`)}`,
  )
  const call = ['npx godwit api', request.operation, '--json', ...settings].join(' ')
  return `export GODWIT_URL=${serviceUrl}

${request.requestBody === null ? call : `echo ${shellQuote(request.requestBody)} | ${call} --body -`}`
}

/** The text in single quotes, as a shell reads it. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
