// The log of errors that operators have to look at, and the fields of an error that this log may contain.

export type ErrorLog = { error(details: object, message: string): void }

/**
 * The fields of an error that may be logged. The detail and the parameters of a database error contain rows with
 * people's data, so they are left out.
 */
export function errorFields(error: unknown): object {
  const { name, message, stack, cause, code, constraint, table } = error as Error & {
    code?: string
    constraint?: string
    table?: string
  }
  return { name, message, code, constraint, table, stack, cause: cause && errorFields(cause) }
}
