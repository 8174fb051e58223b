// A refusal is the service saying no, on purpose, to a caller who can understand why. Anything else
// that is thrown is a bug and reaches the caller as a bare 500.

import type { Tx } from './database/reader.ts'
import type { ErrorKind } from './error-kind.ts'
import type { Report, SecurityEvent } from './security-event.ts'

export type { ErrorKind } from './error-kind.ts'

/** What of the request was refused: `path` is its field, `arguments` the values in question. */
export type Fault = {
  readonly kind: ErrorKind
  readonly path?: string | undefined
  readonly message?: string | undefined
  readonly arguments?: readonly (string | number)[]
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly faults: readonly [Fault, ...Fault[]]
  /** Fields beside `errors` in the body, for the few replies that have some (D21). */
  readonly extraFields: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** What stays although the request was refused (kernel/refusal-side-effect.ts); may answer another refusal. */
  readonly sideEffect: ((tx: Tx, report: Report) => Promise<Refusal | undefined>) | undefined
  /** Logged when the refusal is answered. */
  readonly securityEvent: SecurityEvent | undefined

  constructor(
    faults: readonly [Fault, ...Fault[]],
    more: {
      extraFields?: Readonly<Record<string, unknown>>
      headers?: Readonly<Record<string, string>>
      sideEffect?: (tx: Tx, report: Report) => Promise<Refusal | undefined>
      securityEvent?: SecurityEvent
    } = {},
  ) {
    super(faults.map(({ kind, path }) => `${kind.code}${path ? ` at ${path}` : ''}`).join(', '))
    this.faults = faults
    this.extraFields = more.extraFields ?? {}
    this.headers = more.headers ?? {}
    this.sideEffect = more.sideEffect
    this.securityEvent = more.securityEvent
  }

  /** The same refusal with further fields beside `errors`. */
  withFields(fields: Readonly<Record<string, unknown>>): Refusal {
    const { extraFields, headers, sideEffect, securityEvent, cause } = this
    const refusal = new Refusal(this.faults, {
      extraFields: { ...extraFields, ...fields },
      headers,
      ...(sideEffect && { sideEffect }),
      ...(securityEvent && { securityEvent }),
    })
    refusal.cause = cause
    return refusal
  }

  get status(): number {
    return this.faults[0].kind.status
  }

  get body() {
    return {
      ...this.extraFields,
      // In the order that client programs know (Facts 4.1).
      errors: this.faults.map(({ kind, path = kind.path, message, arguments: args }) => ({
        arguments: (args ?? []).map(shortened),
        code: kind.code,
        message: message ?? kind.message,
        ...(path && { path }),
      })),
    }
  }
}

// What was refused is shown, not sent back whole: a reply must not be as long as a hostile request.
const ARGUMENT_LENGTH_MAX = 200

function shortened(argument: string | number): string | number {
  return typeof argument === 'string' ? argument.slice(0, ARGUMENT_LENGTH_MAX) : argument
}

/** Says no for one reason. */
export function refuse(kind: ErrorKind, fault: Omit<Fault, 'kind'> = {}): never {
  throw new Refusal([{ kind, ...fault }])
}

/** Says no for every reason at once; returns when there is none. */
export function refuseAll(faults: readonly Fault[]): void {
  const [first, ...rest] = faults
  if (first !== undefined) throw new Refusal([first, ...rest])
}
