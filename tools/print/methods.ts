// The methods of the SDK, each with its summary and its signature: `sdk/src/generated/methods.ts`.

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: { readonly enum?: readonly string[] }
}
type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean }
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** The type of a document in the SDK, by the format in its path. */
const FORMATS: Readonly<Record<string, (id: string) => string>> = {
  json: (id) => `Result<'${id}'>`,
  csv: () => 'string',
  xml: () => 'string',
  pdf: () => 'Blob',
}

/** The text of the module. `openApi` is the text of the OpenAPI document. */
export function methodsModule(openApi: string): string {
  const { paths } = JSON.parse(openApi) as Document
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const namespaces = Object.groupBy(operations, ({ tags }) => namespaceOf(tags[0]))
  const sections = Object.entries(namespaces).map(
    ([name, operationsOfTag = []]) =>
      `  readonly ${name}: {\n${operationsOfTag.map(methodText).join('\n')}\n  }`,
  )
  return `${HEAD}\nexport type Methods = {\n${sections.join('\n')}\n}\n`
}

/** The namespace of a tag in the SDK: `account-details` is `accountDetails`. */
export function namespaceOf(tag: string): string {
  return tag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function methodText(operation: Operation): string {
  const { operationId: id, summary } = operation
  const overloads = signatures(operation).map((signature) => `    ${id}${signature}`)
  return [`    /** ${summary} */`, ...overloads].join('\n')
}

/** Overloads that narrow the result come first, because TypeScript takes the first that fits a call. */
function signatures(operation: Operation): string[] {
  const { operationId: id, requestBody } = operation
  const parameters = (operation.parameters ?? []).filter((parameter) => 'name' in parameter)
  const formatParameter = parameters.find(
    ({ name, in: section }) => name === 'format' && section === 'path',
  )
  if (formatParameter !== undefined)
    return (formatParameter.schema?.enum ?? []).map((format) => {
      const result = FORMATS[format]?.(id)
      if (result === undefined)
        throw new Error(`${id} has the unknown format ${format}: add it to FORMATS.`)
      return `(args: Args<'${id}'> & { path: { format: '${format}' } }, options?: CallOptions): Promise<${result}>`
    })
  const isArgsRequired =
    requestBody !== undefined ||
    parameters.some((parameter) => parameter.required && parameter.in !== 'header')
  if ('text/event-stream' in (operation.responses['200']?.content ?? {}))
    return [
      `(args?: Args<'${id}'>, options?: Pick<CallOptions, 'signal'>): AsyncGenerator<Result<'${id}'>>`,
    ]
  const plain = `(args${isArgsRequired ? '' : '?'}: Args<'${id}'>, options?: CallOptions): Promise<Result<'${id}'>>`
  if (!parameters.some(({ name }) => name === 'If-None-Match')) return [plain]
  return [
    `(args: Args<'${id}'> & IfNoneMatch, options?: CallOptions): Promise<Result<'${id}'> | undefined>`,
    plain,
  ]
}

const HEAD = `// Printed by \`npm run print\` from the OpenAPI document; do not edit.

import type { CallOptions } from '../godwit.ts'
import type { Ops } from './client.ts'

type Args<Id extends keyof Ops> = Omit<Ops[Id]['args'], 'body' | 'headers'> &
  BodyOf<Ops[Id]['args']> & { headers?: Readonly<Record<string, string>> }
/** The client makes \`customerTransactionId\` when it is left out. */
type BodyOf<Args> = Args extends { body: infer Body }
  ? { body: Body extends { customerTransactionId: string } ? WithOptionalKey<Body> : Body }
  : Args extends { body?: infer Body }
    ? { body?: Body }
    : unknown
type WithOptionalKey<Body> = Omit<Body, 'customerTransactionId'> & { customerTransactionId?: string }
type Result<Id extends keyof Ops> = Ops[Id]['result']
/** With the ETag of an earlier reply, the result is undefined while that reply is current. */
type IfNoneMatch = { headers: { 'If-None-Match': string } }
`
