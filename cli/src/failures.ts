// Errors of commands: their exit codes, and how they are printed. Errors of the SDK are recognised by their fields and
// names, so that commands which need no service do not load the SDK.

import { EXIT } from './exit-codes.ts'

/** The command line, or an answer to a question of `send`, is wrong. The message states what is wrong, and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The service was not reached, or the service or a proxy refused the request with 502, 503 or 504. */
export class NotAvailable extends Error {
  override readonly name = 'NotAvailable'
}

/** The command cannot be carried out, although the command line is correct. The message states why and what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

type Refusal = Error & {
  readonly status: number
  readonly traceId: string | null
  readonly reasons: readonly {
    readonly code: string
    readonly message: string
    readonly path?: string
  }[]
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'status' in error && 'reasons' in error
}

const codes: Readonly<Record<string, number>> = {
  UsageError: EXIT.usage,
  NotAvailable: EXIT.notAvailable,
  OutcomeUnknown: EXIT.outcomeUnknown,
  Interrupted: EXIT.interrupted,
}

/** The exit code for the error: `EXIT.failed` when `codes` lacks its name, as for a refusal or a bug of this program. */
export function exitCodeOf(error: unknown): number {
  return codes[(error as Error).name] ?? EXIT.failed
}

/** The text for standard error: a line for each reason of a refusal, or the message of another error. With `--json` one line of JSON. */
export function failureText(error: unknown, json: boolean): string {
  if (json) return JSON.stringify({ error: failureObject(error) })
  if (!isRefusal(error)) return `godwit: ${messageOf(error)}`
  const { status, reasons, traceId, message } = error
  const lines = reasons.map(({ code, path, message: text }) =>
    [path === undefined ? '' : `${path}: `, text, ` [${code}]`].join(''),
  )
  const what = lines.length === 0 ? [message] : lines
  const reply = `(status ${status}${traceId === null ? '' : `, trace ${traceId}`})`
  return `godwit: ${what.join('\n        ')} ${reply}`
}

/** `key` is the idempotency key of a request whose outcome is unknown. */
function failureObject(error: unknown): object {
  const { name, message, key } = error as Error & { readonly key?: string }
  if (!isRefusal(error)) return { name, message, exitCode: exitCodeOf(error), key }
  const { status, traceId, reasons } = error
  return { name, message, exitCode: exitCodeOf(error), status, traceId, reasons }
}

/** Errors that JavaScript throws for a bug of the program. */
const BUGS: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError', 'RangeError'])

/** The stack of an error that shows a bug of this program; the message of any other error. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return BUGS.has(error.name) ? (error.stack ?? error.message) : error.message
}
