// Turns a request of a test, which is a route with its path and a body as bytes or JSON, into the arguments of the
// client's method.

import type { Call } from '../../test/support/service.ts'
import { namespaceOf } from '../../tools/print/methods.ts'
import { OPERATIONS } from '../src/generated/client.ts'
import type { CallOptions, Godwit, OperationId } from '../src/index.ts'

export type Args = {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type SdkCall = { readonly id: OperationId; readonly args: Args }

export const operationIds = Object.keys(OPERATIONS) as OperationId[]

/** Calls the method of an operation: `godwit.<namespace>.<operationId>(args, options)`. */
export function callOperation(
  godwit: Godwit,
  { id, args }: SdkCall,
  options?: CallOptions,
): Promise<unknown> {
  const namespace = namespaceOf(OPERATIONS[id].tags[0])
  type Methods = Record<
    string,
    Record<string, (args: Args, options?: CallOptions) => Promise<unknown>>
  >
  const method = (godwit as unknown as Methods)[namespace]?.[id]
  if (method === undefined) throw new Error(`the client has no method ${namespace}.${id}`)
  return method(args, options)
}

/** The operation that a route belongs to, with the arguments that send the same request. */
export async function sdkCallOf(
  route: string,
  { body, query = {}, headers = {} }: Call,
): Promise<SdkCall> {
  const [method = '', target = ''] = route.split(' ')
  const { pathname, searchParams } = new URL(target, 'http://service')
  const { id, path } = operationAt(method, pathname)
  const { 'content-type': contentType, ...others } = headers
  const sent = await bodyOf(body, contentType)
  return {
    id,
    args: {
      path,
      query: { ...Object.fromEntries(searchParams), ...query },
      headers: others,
      ...(sent !== undefined && { body: sent }),
    },
  }
}

/** The same call by each other route of the operation. The paths of all its routes have the same parameters. */
export function aliasesOf({ id, args }: SdkCall): SdkCall[] {
  return operationIds
    .filter((operationId) => operationId.replace(/Alias\d$/, '') === id && operationId !== id)
    .map((operationId) => ({ id: operationId, args }))
}

function operationAt(method: string, pathname: string) {
  const found = operationIds.flatMap((id) => {
    const path = OPERATIONS[id].method === method && parametersOf(OPERATIONS[id].path, pathname)
    return path ? [{ id, path }] : []
  })
  // The route with the fewest parameters wins, as `cards/transactions` does against `cards/{cardToken}`.
  const [best] = found.sort((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)
  if (best === undefined) throw new Error(`no operation has the route ${method} ${pathname}`)
  return best
}

function parametersOf(template: string, pathname: string): Record<string, string> | undefined {
  const pattern = template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+?)`)
  const groups = new RegExp(`^${pattern}$`).exec(pathname)
  if (groups === null) return undefined
  return Object.fromEntries(
    Object.entries(groups.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
  )
}

/** Turns a form into an object, which the types of the client require. A field of files becomes a list of `Blob`s. */
async function bodyOf(body: unknown, contentType?: string): Promise<unknown> {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body
  if (contentType?.includes('json')) return JSON.parse(body.toString())
  const headers = { 'content-type': contentType ?? '' }
  const form = await new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers,
  }).formData()
  const names = new Set(form.keys())
  return Object.fromEntries(
    [...names].map((name) => {
      const values = form.getAll(name)
      return [name, values.some((value) => typeof value !== 'string') ? values : values[0]]
    }),
  )
}
