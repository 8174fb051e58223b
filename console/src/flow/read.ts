// Reads values of a step that the service has sent. For a value that the console cannot show, each function whose name begins
// with `read` throws `unreadableError`, in which `what` names the value. Leaving out the field instead would send a request
// without the value.

export type Json = Readonly<Record<string, unknown>>

export function readObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadableError(`${what} is not an object`)
  return value as Json
}

/** Reads an object that has no other keys than `keys`, which are separated by spaces. */
export function readObjectWith(keys: string, value: unknown, what: string): Json {
  const found = readObject(value, what)
  const unknown = Object.keys(found).find((key) => !keys.split(' ').includes(key))
  if (unknown !== undefined) throw unreadableError(`${what} has the unknown key ${unknown}`)
  return found
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadableError(`${what} is not a list`)
  return value
}

export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '')
    throw unreadableError(`${what} is empty or is not text`)
  return value
}

/** The error for a step that the console cannot show. `reason` is a clause without a full stop. */
export function unreadableError(reason: string): Error {
  return new Error(`This step of the form cannot be shown: ${reason}.`)
}
