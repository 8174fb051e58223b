// What lies outside the building, as use cases and sweeps may see it. The application gives it.

export type HttpReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly elapsedMs: number
}

export type HttpFailure = { readonly failed: string; readonly elapsedMs: number }

export type Outside = {
  /** POSTs bytes. Never throws for what the other side does; never follows a redirect. */
  post(request: {
    url: string
    body: string
    headers: Record<string, string>
    timeoutMs: number
  }): Promise<HttpReply | HttpFailure>
  readonly clock: {
    /**
     * Moves the sandbox clock forward to `to`, from due time to due time, running what falls due on
     * the way (D10). Undefined while another advance is under way.
     */
    advanceTo(to: Temporal.Instant): Promise<{ now: Temporal.Instant; ran: number } | undefined>
  }
}
