// Sends a logged request again, through the method of the SDK for its operation.

import type { Godwit, LoggedRequest } from '@godwit/sdk'

type Method = (call: object) => Promise<unknown>

/** Returns the reply. The request gets a new idempotency key, so it is a second request and not a repetition. */
export async function replay(
  godwit: Godwit,
  request: LoggedRequest,
  body: string,
): Promise<unknown> {
  const send = methodOf(godwit, request.operation)
  const path = pathValuesOf(request)
  return send({
    ...(Object.keys(path).length > 0 && { path }),
    ...(request.query && { query: request.query }),
    ...(body.trim() !== '' && { body: readBody(body) }),
  })
}

/** The namespace of the SDK that has the method of an operation, such as `transfers` for `createTransfer`. */
export function namespaceOf(godwit: Godwit, operation: string): string | undefined {
  return Object.entries(godwit).find(([, methods]) => operation in methods)?.[0]
}

function methodOf(godwit: Godwit, operation: string): Method {
  // Which operation the log has is known only at run time, so the type of its method is not known.
  const namespaces = godwit as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>
  const found = namespaces[namespaceOf(godwit, operation) ?? '']?.[operation]
  if (found === undefined) throw new Error(`The SDK has no method ${operation}.`)
  return found
}

/** The values of the parameters in the path, such as `transferId`. */
export function pathValuesOf({ route, path }: LoggedRequest): Record<string, string> {
  const segments = path.split('/')
  const names = route.split('/').map((segment) => /^\{(.+)\}$/.exec(segment)?.[1])
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name === undefined ? [] : [[name, decodeURIComponent(segments[index] ?? '')]],
    ),
  )
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The body is not JSON: ${(error as Error).message}. Correct the body.`)
  }
}
