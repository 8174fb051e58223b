// What lies outside the building, as use cases and sweeps may see it. The application gives it.

export type HttpReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly elapsedMs: number
}

export type HttpFailure = { readonly failed: string; readonly elapsedMs: number }

/** Whoever can tell faces apart. Face maps are Base64 text; nobody else looks into them. */
export type Faces = {
  /** What is to be kept of a face map, to know the face again. */
  enrol(faceMap: string): Promise<string>
  isSame(kept: string, faceMap: string): Promise<boolean>
}

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Takes mail for sending. Throws when it cannot. */
export type Mailer = { send(mail: Mail, now: Temporal.Instant): Promise<void> }

export type Outside = {
  /** POSTs bytes. Never throws for what the other side does; never follows a redirect. */
  post(request: {
    url: string
    body: string
    headers: Record<string, string>
    timeoutMs: number
  }): Promise<HttpReply | HttpFailure>
  /** A webhook message as the dialect spells it (D89); absent where no dialect is set. */
  inDialect?(message: string): string
  /** Absent where nobody was found who can (live, D32). */
  readonly faces?: Faces
  /** Absent where no mail can be sent (live, when the operator named no mail server). */
  readonly mailer?: Mailer
  readonly clock: {
    /**
     * Moves the sandbox clock forward, from due time to due time, running what falls due on the way
     * (D10). `goalFrom` says where to, or refuses, once no other advance can move it. Undefined while
     * another one is under way.
     */
    advance(
      goalFrom: (now: Temporal.Instant) => Temporal.Instant,
    ): Promise<{ now: Temporal.Instant; ran: number } | undefined>
  }
}
