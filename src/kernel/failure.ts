// What a failed statement says of itself: by SQLSTATE, since the words are in the server's language.

type Failure = {
  readonly code?: string
  readonly message?: string
  readonly constraint?: string
  /** Whatever comes from the server has one; errors of sockets have none. */
  readonly severity?: string
}

export function failureOf(error: unknown): Failure {
  return (error ?? {}) as Failure
}

export const LOCK_NOT_AVAILABLE = '55P03'
/** Connection exceptions, the server going down, and sessions that were idle for too long. */
const ENDS_CONNECTION = /^(?:08|57P|25P0[34])/

/** The server ends the connection, of which the socket is told a moment later. */
export function endsConnection(error: unknown): boolean {
  return ENDS_CONNECTION.test(failureOf(error).code ?? '')
}

/** PostgreSQL has refused the statement. When its connection broke, nobody knows what became of it. */
export function changedNothing(error: unknown): boolean {
  return failureOf(error).severity !== undefined && !endsConnection(error)
}
