// Prints, for the command line, the operations and the words of the search of the log of requests. An operation
// names the section of the request to which each key of `godwit api <operation> --set key=value` belongs.

import type { OperationArguments } from '../../cli/src/operations.ts'
import { completedWords } from '../../src/requests/search/words.ts'
import { namespaceOf } from './methods.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
type Parameter = { readonly name: string; readonly in: string }
type OrReference<T> = T | { readonly $ref: string }
type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly parameters?: readonly OrReference<Parameter>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

type Fields = NonNullable<OperationArguments['body']>

const OPERATIONS = 'cli/src/generated/operations.json'
const SEARCH_WORDS = 'cli/src/generated/search-words.json'

/** Deeper fields are written with `:=` or `--body`. */
const DEPTH_MAX = 4
/** A list with one of these parameters has pages. */
const PAGING_PARAMETERS = ['seekPosition', 'nextCursor', 'pageNumber']

/** Returns the texts of the printed files, by their paths. `openApi` is the text of the OpenAPI document. */
export function printCli(openApi: string): Record<string, string> {
  const document = JSON.parse(openApi) as Document
  const lines = Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId } = operation
      return `  ${JSON.stringify(operationId)}: ${JSON.stringify(argumentsOf(document, method, operation))}`
    }),
  )
  return {
    [OPERATIONS]: `{\n${lines.sort().join(',\n')}\n}\n`,
    [SEARCH_WORDS]: `${JSON.stringify(completedWords.toSorted(), undefined, 2)}\n`,
  }
}

function argumentsOf(document: Document, method: string, operation: Operation): OperationArguments {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    resolveReference<Parameter>(document, parameter),
  )
  const namesIn = (section: string) =>
    parameters.filter((parameter) => parameter.in === section).map(({ name }) => name)
  const query = namesIn('query')
  const [contentType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  return {
    summary: operation.summary,
    namespace: namespaceOf(operation.tags[0]),
    method: method.toUpperCase(),
    path: namesIn('path'),
    query,
    headers: namesIn('header'),
    ...(content && { body: fieldsOf(document, content.schema) }),
    ...(contentType === 'multipart/form-data' && { multipart: true }),
    ...(PAGING_PARAMETERS.some((name) => query.includes(name)) && { paged: true }),
  }
}

function resolveReference<T>(document: Document, value: unknown): T {
  const { $ref } = value as { $ref?: string }
  if ($ref === undefined) return value as T
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], document)
  return resolveReference(document, found)
}

/** The fields of the first DEPTH_MAX levels, named with dots between their levels, with the kind of their values. */
function fieldsOf(document: Document, schema: Schema, depth = 1): Fields {
  const fields: Record<string, Fields[string]> = {}
  for (const variant of variantsOf(document, schema))
    for (const [name, field] of Object.entries(variant.properties ?? {})) {
      fields[name] = kindOf(document, field)
      const inner = depth < DEPTH_MAX ? fieldsOf(document, field, depth + 1) : {}
      for (const [key, kind] of Object.entries(inner)) fields[`${name}.${key}`] = kind
    }
  return fields
}

function variantsOf(document: Document, reference: Schema): readonly Schema[] {
  const schema = resolveReference<Schema>(document, reference)
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema, ...inner.flatMap((alternative) => variantsOf(document, alternative))]
}

function kindOf(document: Document, field: Schema): Fields[string] {
  const variants = variantsOf(document, field)
  if (variants.some(({ items, format }) => [items?.format, format].includes('binary')))
    return 'files'
  return variants.some(({ type }) => [type].flat().includes('string')) ? 'text' : 'json'
}
