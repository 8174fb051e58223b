// The meaning of errors of statements and connections. Errors of the server are recognised by SQLSTATE, because their
// messages are in the server's language; errors of sockets and of the driver by their code or message.

/** The fields of an error of the server, of a socket or of the driver. */
type DatabaseError = {
  readonly code?: string
  readonly message?: string
  readonly constraint?: string
  /** Absent from errors of sockets; every error of the server has a severity. */
  readonly severity?: string
}

export function databaseErrorOf(error: unknown): DatabaseError {
  return (error ?? {}) as DatabaseError
}

export const LOCK_NOT_AVAILABLE = '55P03'
/** The statement ran into `statement_timeout`: PostgreSQL has undone it. */
export const QUERY_CANCELED = '57014'
/** A write on a server that has become a standby, or was set to read only. */
export const READ_ONLY = '25006'
/** Raised by the function `must`, with the name of the write step whose guard failed. */
export const GUARD_FAILED = 'GW001'
const CONNECTION_FAILURE = '08006'
/** Connection exceptions, the server going down, sessions or transactions that took too long, and standbys. */
const ENDS_CONNECTION = /^(?:08|57P|25P0[34]|25006)/

/** This process has closed the connection. Its statements may have been executed or not. */
export class ConnectionFailure extends Error {
  readonly code = CONNECTION_FAILURE
}

/** Another request has changed the rows meanwhile: the use case is retried on the changed rows. */
export class RetryError extends Error {}

/** Whether the connection must not be used again, because the server ends it or refuses writes. */
export function endsConnection(error: unknown): boolean {
  return ENDS_CONNECTION.test(databaseErrorOf(error).code ?? '')
}

/**
 * Whether PostgreSQL has refused the statement, so that nothing was changed. When the connection broke instead, the
 * statement may have been executed.
 */
export function changedNothing(error: unknown): boolean {
  const { severity, code } = databaseErrorOf(error)
  return severity !== undefined && (code === READ_ONLY || !endsConnection(error))
}

/**
 * The codes for a host name that is not resolved, a host without a server, a server that ends or refuses sessions or
 * refuses writes, and a connection that broke.
 */
const UNREACHABLE_CODE =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-3]|08\w{3}|25006|53300)$/
/** The driver's messages for broken connections, which have no code. */
const UNREACHABLE_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired$)/

/** Whether the database could not be reached or refused writes, or the connection broke: the statement is not at fault. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = databaseErrorOf(error)
  return UNREACHABLE_CODE.test(code) || UNREACHABLE_MESSAGE.test(message)
}

/** The sentence that an operator gets, without the URL, which may contain a password. */
export function unreachableMessage(error: unknown): string {
  return `The database at DATABASE_URL cannot be used: ${reasonsOf(error).join('; ')}. Start the database, or correct DATABASE_URL.`
}

/** When a host has several addresses, the error has no message and lists the error of each address. */
function reasonsOf(error: unknown): string[] {
  const { message, errors } = error as Error & { errors?: readonly Error[] }
  return errors?.map((reason) => reason.message) ?? [message]
}
