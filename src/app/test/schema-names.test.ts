// The OpenAPI document as generators of client code need it: schemas are named, without duplicates and described, and
// operations and parameters are named and described.

import { expect, it } from 'vitest'
import { eventKinds } from '../declarations.ts'
import { everyEndpoint } from '../http/open-operations.ts'
import { openApi } from '../openapi/document.ts'
import type { Shape } from '../openapi/shapes.ts'

type Content = Record<string, { schema?: Shape }>
type Operation = {
  operationId: string
  summary: string
  parameters?: Shape[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}
type Document = {
  tags: Shape[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Shape>
    parameters: Record<string, Shape>
    responses: Record<string, { content?: Content }>
  }
}

const document = openApi(everyEndpoint, { mode: 'sandbox', events: eventKinds })(
  'http://localhost',
) as Document
const { schemas, responses } = document.components
const operations = [document.paths, document.webhooks].flatMap((paths) =>
  Object.values(paths).flatMap((methods) => Object.values(methods)),
)
/** The parameters of each operation, and the shared ones to which they refer. */
const parameters: (readonly [path: string, parameter: Shape])[] = [
  ...operations.flatMap(({ operationId, parameters: ofOperation = [] }) =>
    ofOperation.map(
      (parameter) =>
        [`${operationId} ${parameter['name'] ?? parameter['$ref']}`, parameter] as const,
    ),
  ),
  ...Object.entries(document.components.parameters),
]

it('every JSON body of a request, reply and webhook is a named schema; a shared reply refers to named schemas', () => {
  const bodies = operations.flatMap((operation) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((body) =>
      Object.entries(body?.content ?? {}).map(([type, { schema }]) => ({
        label: `${operation.operationId} ${type}`,
        schema,
      })),
    ),
  )
  const json = bodies.filter(({ label }) => label.endsWith('json'))
  expect(json.length).toBeGreaterThan(100)
  expect(json.filter(({ schema }) => nameOf(schema) === undefined)).toEqual([])
  expect(Object.keys(responses).length).toBeGreaterThan(5)
  for (const { content } of Object.values(responses))
    for (const { schema } of Object.values(content ?? {}))
      expect(JSON.stringify(schema)).toContain('$ref')
})

it('schema names are PascalCase and do not begin with a module and a verb', () => {
  for (const name of Object.keys(schemas)) {
    expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/)
    const module = /^[A-Z][a-z]+s(?=(Add|Create|Get|List|Update|Delete|Fund|Change)[A-Z])/.exec(
      name,
    )
    expect(module, `${name} begins with a module and a verb`).toBeNull()
  }
})

it('an id is an integer in every reply, although a request may send it as a string', () => {
  const acceptsText = (schema: object | undefined) =>
    JSON.stringify(schema ?? {}).includes('"wireId"')
  expect(everyEndpoint.some(({ params }) => acceptsText(params))).toBe(true)
  expect(everyEndpoint.filter(({ reply }) => acceptsText(reply)).map(({ id }) => id)).toEqual([])
})

it('no two inline schemas have the same fields', () => {
  const paths = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas))
    for (const [path, shape] of inlineShapes(schema, name)) {
      const fields = JSON.stringify(shape['properties'])
      paths.set(fields, [...(paths.get(fields) ?? []), path])
    }
  expect(paths.size).toBeGreaterThan(10)
  expect([...paths.values()].filter(({ length }) => length > 1)).toEqual([])
})

it('operation ids are unique and camelCase with two words or more', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Z][A-Za-z0-9]*$/)
})

it('every field, parameter and tag has a description', () => {
  const fields = Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name))
  expect(fields.length).toBeGreaterThan(1000)
  expect(fields.filter(([, field]) => !isDescribed(field)).map(([path]) => path)).toEqual([])
  expect(
    parameters.filter(([, parameter]) => !isDescribed(parameter)).map(([path]) => path),
  ).toEqual([])
  expect(document.tags.filter((tag) => !tag['description'])).toEqual([])
})

it('a description is one phrase without a full stop, or several sentences that each end with a full stop', () => {
  const fields = Object.entries(schemas).flatMap(([name, schema]) => [
    [name, schema] as const,
    ...fieldsOf(schema, name),
  ])
  const wrong = [...fields, ...parameters].filter(
    ([, { description }]) => typeof description === 'string' && !isPunctuated(description),
  )
  expect(wrong.map(([path, { description }]) => `${path}: ${description}`)).toEqual([])
})

it.each([
  ['Post code', true],
  ['Post code.', false],
  ['Fee, e.g. 1.5', true],
  ['The name. It may change.', true],
  ['The name. It may change', false],
  ['The name. `id` differs', false],
])('isPunctuated(%j) is %s', (description, expected) => {
  expect(isPunctuated(description)).toBe(expected)
})

it('every summary is a sentence, and every successful reply describes its body', () => {
  const requests = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(requests.length).toBeGreaterThan(200)
  for (const { operationId, summary, responses: replies } of requests) {
    expect(summary, operationId).toMatch(/^[A-Z].*[.]$/)
    const successes = Object.keys(replies).filter((status) => status.startsWith('2'))
    for (const status of successes) {
      expect(replies[status]?.description, operationId).toBeTruthy()
      expect(replies[status]?.description, operationId).not.toBe('The reply.')
    }
  }
})

function isPunctuated(description: string): boolean {
  const hasSeveralSentences = /(?<!\b(e\.g|i\.e))[.?!]\s+["`(]?[A-Z`]/.test(description)
  return hasSeveralSentences === /[.?!][)"]?$/.test(description)
}

function isDescribed(field: Shape): boolean {
  const target = nameOf(field)
  return Boolean(
    field['description'] ||
      (target && schemas[target]?.['description']) ||
      String(field['$ref']).startsWith('#/components/parameters/'),
  )
}

function fieldsOf(shape: Shape, path: string): [string, Shape][] {
  const fields = Object.entries((shape['properties'] ?? {}) as Record<string, Shape>)
  const direct = fields.map(([name, field]): [string, Shape] => [`${path}.${name}`, field])
  const choices = ['anyOf', 'oneOf', 'allOf', 'items'].flatMap((keyword) => shape[keyword] ?? [])
  return [
    ...direct,
    ...direct.flatMap(([fieldPath, field]) => fieldsOf(field, fieldPath)),
    ...(choices as Shape[]).flatMap((choice) => fieldsOf(choice, path)),
  ]
}

function inlineShapes(shape: Shape, path: string): [string, Shape][] {
  const fields = Object.entries((shape['properties'] ?? {}) as Record<string, Shape>)
  const choices = ['anyOf', 'oneOf', 'allOf', 'items'].flatMap((keyword) => shape[keyword] ?? [])
  const inner: [string, Shape][] = [
    ...fields.map(([name, field]): [string, Shape] => [`${path}.${name}`, field]),
    ...(choices as Shape[]).map((choice): [string, Shape] => [path, choice]),
  ]
  return inner.flatMap(([innerPath, innerShape]) => [
    ...('properties' in innerShape ? [[innerPath, innerShape] as [string, Shape]] : []),
    ...inlineShapes(innerShape, innerPath),
  ])
}

function nameOf(schema: Shape | undefined): string | undefined {
  const name = String(schema?.['$ref'] ?? '').replace('#/components/schemas/', '')
  return name in schemas ? name : undefined
}
