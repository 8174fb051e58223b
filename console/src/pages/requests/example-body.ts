// The example of a request body, from the OpenAPI document of the service.

import { prettyJson } from '../../pretty-json.ts'

type Operation = {
  readonly operationId?: string
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: object }>>
  }
}

type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Called only when a person wants the example, because the OpenAPI document has two megabytes. */
export async function loadExampleBody(operationId: string, profileId: number): Promise<string> {
  const reply = await fetch('/openapi.json')
  if (!reply.ok)
    throw new Error(
      `The service answered GET /openapi.json with ${reply.status}. Press the button again.`,
    )
  const example = exampleIn((await reply.json()) as OpenApiDocument, operationId)
  if (example === undefined)
    throw new Error('The operation has no example of a JSON body. Enter the body yourself.')
  const body = { ...example, ...('profile' in example && { profile: profileId }) }
  return prettyJson(JSON.stringify(body))
}

function exampleIn({ paths }: OpenApiDocument, operationId: string): object | undefined {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const operation = operations.find((each) => each.operationId === operationId)
  return operation?.requestBody?.content['application/json']?.example
}
