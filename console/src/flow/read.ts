// Reads values of a step that the service has sent. A value that the console cannot draw is an error that names it: a
// field that is left out silently would be missing in the submission.

export type Json = Readonly<Record<string, unknown>>

export function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(`${what} is not an object`)
  return value as Json
}

/** An object with no other keys than these, separated by spaces. */
export function objectWith(keys: string, value: unknown, what: string): Json {
  const found = object(value, what)
  const unknown = Object.keys(found).find((key) => !keys.split(' ').includes(key))
  if (unknown !== undefined) throw unreadable(`${what} has the unknown key ${unknown}`)
  return found
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(`${what} is not a list`)
  return value
}

export function text(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw unreadable(`${what} is not text`)
  return value
}

export function unreadable(reason: string): Error {
  return new Error(`This step of the form cannot be shown: ${reason}.`)
}
