// A refusal is an expected error of a use case: the service declines a request for a reason that the client can act on. An
// error that is neither a refusal nor another error that `app/http/errors.ts` recognises, such as an unreachable database,
// is a bug, and the client gets a 500 without detail.

import type { Tx } from './database/reader.ts'
import type { ErrorKind } from './error-kind.ts'
import type { Report, SecurityEvent } from './security-event.ts'

export type { ErrorKind } from './error-kind.ts'

/**
 * One reason for a refusal: `path` names the field of the request, and `arguments` are the values in question. `path` and
 * `message` replace those of `kind`.
 */
export type Fault = {
  readonly kind: ErrorKind
  readonly path?: string | undefined
  readonly message?: string | undefined
  readonly arguments?: readonly (string | number)[]
}

type Faults = readonly [Fault, ...Fault[]]

/** Committed although the request is refused (refusal-side-effect.ts). May return another refusal to send instead. */
type SideEffect = (tx: Tx, report: Report) => Promise<Refusal | undefined>

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly faults: Faults
  readonly headers: Readonly<Record<string, string>>
  readonly sideEffect: SideEffect | undefined
  /** Logged when the refusal is sent. */
  readonly securityEvent: SecurityEvent | undefined
  /** Fields of the reply in addition to `errors`. */
  #extraFields: Readonly<Record<string, unknown>> = {}

  constructor(
    faults: Faults,
    options: {
      headers?: Readonly<Record<string, string>>
      sideEffect?: SideEffect
      securityEvent?: SecurityEvent
    } = {},
  ) {
    super(faults.map(({ kind, path }) => `${kind.code}${path ? ` at ${path}` : ''}`).join(', '))
    this.faults = faults
    this.headers = options.headers ?? {}
    this.sideEffect = options.sideEffect
    this.securityEvent = options.securityEvent
  }

  /**
   * Returns the same refusal with the fields that an endpoint declares as `refusalFields` (D21). A copy, because
   * concurrent requests may share one refusal.
   */
  withFields(extraFields: Readonly<Record<string, unknown>>): Refusal {
    const { headers, sideEffect, securityEvent } = this
    const refusal = new Refusal(this.faults, {
      headers,
      ...(sideEffect && { sideEffect }),
      ...(securityEvent && { securityEvent }),
    })
    refusal.cause = this.cause
    refusal.#extraFields = extraFields
    return refusal
  }

  get status(): number {
    return this.faults[0].kind.status
  }

  get body() {
    return {
      ...this.#extraFields,
      // Client programs read the fields in this order (Facts 4.1).
      errors: this.faults.map(({ kind, path = kind.path, message, arguments: args }) => ({
        arguments: (args ?? []).map(shorten),
        code: kind.code,
        message: message ?? kind.message,
        ...(path && { path }),
      })),
    }
  }
}

// In characters; a choice of this project. Arguments are cut, because a reply must not be as long as a hostile request.
const ARGUMENT_LENGTH_MAX = 200

function shorten(argument: string | number): string | number {
  return typeof argument === 'string' ? argument.slice(0, ARGUMENT_LENGTH_MAX) : argument
}

/** Refuses for one reason. */
export function refuse(kind: ErrorKind, fault: Omit<Fault, 'kind'> = {}): never {
  throw new Refusal([{ kind, ...fault }])
}

/** Refuses for all of these reasons together. Returns when there are none. */
export function refuseAll(faults: readonly Fault[]): void {
  const [first, ...others] = faults
  if (first !== undefined) throw new Refusal([first, ...others])
}
