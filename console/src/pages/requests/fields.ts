// The fields of a logged request, each with the errors that name it.

import type { LoggedError, LoggedRequest } from '@godwit/sdk'

export type SentField = {
  /** Such as `details.IBAN`. */
  readonly path: string
  /** As JSON; undefined when the field is missing or was refused: the log keeps no refused value. */
  readonly value: string | undefined
  /** Whether the request had a value in the field; undefined when the request was refused before its fields were read. */
  readonly wasSent: boolean | undefined
  /** The errors that name the field. */
  readonly errors: readonly LoggedError[]
}

/** Every field of query and body, then the fields that only errors name. */
export function sentFieldsOf(request: LoggedRequest): SentField[] {
  const sent = [...leavesOf(request.query ?? {}), ...leavesOf(sentBodyOf(request))]
  const errorsAt = (path: string) => request.errors.filter((error) => error.path === path)
  const fields = sent.map(([path, value]) => ({
    path,
    value: JSON.stringify(value),
    wasSent: true,
    errors: errorsAt(path),
  }))
  const paths = new Set(sent.map(([path]) => path))
  const named = new Set(request.errors.flatMap(({ path }) => path ?? []))
  const absent = [...named].filter((path) => !paths.has(path))
  return [...fields, ...absent.map((path) => absentField(path, errorsAt(path)))]
}

function absentField(path: string, errors: readonly LoggedError[]): SentField {
  return { path, value: undefined, wasSent: errors[0]?.wasSent, errors }
}

function sentBodyOf({ requestBody }: LoggedRequest): unknown {
  return requestBody === null ? {} : JSON.parse(requestBody)
}

/** Every value that is not an object, with its path: dots between names, and numbers for items of lists. */
function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`),
  )
}
