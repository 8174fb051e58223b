// The security log (D121). A module declares what it reports as values in `security-events.ts`: a name
// and fields that can hold an integer or one of listed words, never free text. So no token, secret, code
// or name can reach a line, whatever a client sent. `app/security-log.ts` writes the lines.

/** What a field may hold: an integer, such as an id or a count, or one of these words. */
type Field = 'integer' | readonly string[]
type Fields = Readonly<Record<string, Field>>

export type SecurityEventKind<F extends Fields = Fields> = {
  /** The module that reports it, and what happened: `users.grant-revoked`. */
  readonly name: `${string}.${string}`
  /** A sentence: when it is reported. */
  readonly summary: string
  /** `failure`: somebody was refused, which is logged as a warning; `change`: somebody did something. */
  readonly nature: 'failure' | 'change'
  readonly fields: F
}

/** The values of the fields; each may be absent where it is not known. */
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

/** Reports what happened in a transaction; it is logged when that has committed, and not before. */
export type Report = <F extends Fields>(kind: SecurityEventKind<F>, values: Values<F>) => void

/** The declared fields that hold what they may hold. Anything else is left out of the line. */
export function fieldsOf({ kind, values }: SecurityEvent): Record<string, number | string> {
  const known: Record<string, number | string> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = values[name]
    if (field === 'integer' ? Number.isSafeInteger(value) : field.includes(value as string))
      known[name] = value as number | string
  }
  return known
}

/** Collects reports until they may be logged. */
export type Reports = {
  readonly report: Report
  /** Forgets what an attempt reported that was undone. */
  clear(): void
  /** Returns what was reported, once. */
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

/** What an error reports when it is answered: errors that do so carry `securityEvent`. */
export function securityEventOf(error: unknown): SecurityEvent | undefined {
  return (error as { securityEvent?: SecurityEvent } | undefined)?.securityEvent
}
