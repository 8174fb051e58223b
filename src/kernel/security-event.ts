// Events of the security log (D121). A module declares its events in `security-events.ts`. A field contains an integer
// or a declared word, never free text: otherwise a token, secret, code or name of a request could be logged.
// src/app/security-log.ts writes the lines.

/** The values of a field: an integer, such as an id or a count, or one of these words. */
type Field = 'integer' | readonly string[]
type Fields = Readonly<Record<string, Field>>

export type SecurityEventKind<F extends Fields = Fields> = {
  /** The module that reports the event, then what happened, such as `users.grant-revoked`. */
  readonly name: `${string}.${string}`
  /** A sentence that describes when the event is reported. */
  readonly summary: string
  /** `failure`: a request was refused; logged as a warning. `change`: credentials or access changed. */
  readonly nature: 'failure' | 'change'
  readonly fields: F
}

/** The values of the fields. An unknown value may be absent. */
type Values<F extends Fields> = {
  readonly [Name in keyof F]?: (F[Name] extends readonly (infer Word)[] ? Word : number) | null
}

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  readonly values: Readonly<Record<string, unknown>>
}

export function securityEventKind<const F extends Fields>(
  declared: SecurityEventKind<F>,
): SecurityEventKind<F> {
  return declared
}

export function securityEvent<F extends Fields>(
  kind: SecurityEventKind<F>,
  values: Values<F>,
): SecurityEvent {
  return { kind, values }
}

/** Reports an event, which is logged after the transaction has committed. */
export type Report = <F extends Fields>(kind: SecurityEventKind<F>, values: Values<F>) => void

/** Returns the declared fields that have an allowed value. Other fields and values are not logged. */
export function fieldsOf({ kind, values }: SecurityEvent): Record<string, number | string> {
  const fields: Record<string, number | string> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = values[name]
    if (field === 'integer' ? Number.isSafeInteger(value) : field.includes(value as string))
      fields[name] = value as number | string
  }
  return fields
}

/** Collects the reports of a transaction until it has committed. */
export type Reports = {
  readonly report: Report
  /** Drops the reports of an attempt that was rolled back. */
  clear(): void
  /** Returns the reports and removes them. */
  take(): readonly SecurityEvent[]
}

export function collectReports(): Reports {
  let events: SecurityEvent[] = []
  const clear = () => {
    events = []
  }
  return {
    report: (kind, values) => {
      events.push(securityEvent(kind, values))
    },
    clear,
    take: () => {
      const taken = events
      clear()
      return taken
    },
  }
}

/** Returns the event that an error carries in `securityEvent`, to be logged when the error is sent to the client. */
export function securityEventOf(error: unknown): SecurityEvent | undefined {
  return (error as { securityEvent?: SecurityEvent } | undefined)?.securityEvent
}
