// Example requests of every operation, from the examples of its schemas and with the ids of one user in the path.

import { randomUUID } from 'node:crypto'
import { exampleOf } from '../../src/app/openapi/shapes.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import type { FilesDeclaration } from '../../src/kernel/uploads.ts'
import { filePart, multipart } from '../support/multipart.ts'
import type { Call } from '../support/service.ts'

/** Values of path parameters by name; every other parameter gets the example of its schema. */
export type Ids = Readonly<Record<string, string | number>>

export type Request = { readonly route: string; readonly call: Call }

/** Every route of an operation with the same example request. */
export function exampleRequests(endpoint: Endpoint, ids: Ids = {}): Request[] {
  return [endpoint.route, ...(endpoint.aliases ?? [])].map((route) => ({
    route: fillPath(route, endpoint, ids),
    call: exampleCall(endpoint),
  }))
}

/** The path with ids in place of its parameters. */
export function fillPath(route: string, { params }: Endpoint, ids: Ids): string {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, object> }
  return route.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(ids[name] ?? exampleOf(properties[name] ?? {}))),
  )
}

/** The query, the body and the headers of an example request, with a new idempotency key. */
export function exampleCall({ body, query, form, files }: Endpoint): Call {
  const example = body && (exampleOf(body) as Record<string, unknown>)
  if (files) return exampleUpload(files, example ?? {})
  return {
    ...(query && { query: textsOf(exampleOf(query) as object) }),
    ...(example && { body: form ? formOf(example) : example }),
    headers: {
      'x-idempotence-uuid': randomUUID(),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  }
}

type QueryField = { readonly enum?: readonly unknown[]; readonly maximum?: number }

/** The fields of the query with their schemas, and the shortest valid query: an example of each required field. */
export function queryFieldsOf({ query }: Endpoint) {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Readonly<Record<string, QueryField>>
    required?: readonly string[]
  }
  const fields = Object.entries(properties)
  const requiredFields = fields.filter(([name]) => required.includes(name))
  const requiredExample: Record<string, string> = Object.fromEntries(
    requiredFields.map(([name, field]) => [name, String(exampleOf(field))]),
  )
  return { fields, requiredExample }
}

/** One file in each declared part, up to the limit, and the fields of the example. */
function exampleUpload(
  { formParts, kinds, filesMax }: FilesDeclaration,
  fields: Record<string, unknown>,
): Call {
  const names = Object.keys(formParts).slice(0, filesMax)
  const texts = Object.entries(textsOf(fields)).map(([name, text]) => ({ name, text }))
  const files = names.map((name) => filePart(name, kinds[0]))
  return multipart([...texts, ...files], { 'x-idempotence-uuid': randomUUID() })
}

function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function formOf(values: object): string {
  return new URLSearchParams(textsOf(values)).toString()
}
