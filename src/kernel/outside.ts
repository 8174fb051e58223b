// The parties outside the service, as sweeps and the calls before a transaction (`before` of an endpoint) see them. A
// module adds the parties that it calls to this interface; src/app/start.ts supplies them.

export type HttpReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly elapsedMs: number
}

/** No reply came; `failed` is the reason in words, such as `timeout` or `connection refused`. */
export type HttpFailure = { readonly failed: string; readonly elapsedMs: number }

export interface Outside {
  /** Sends a POST request. Never follows a redirect, and returns a failure of the other side instead of throwing it. */
  post(request: {
    url: string
    body: string
    headers: Record<string, string>
    timeoutMs: number
  }): Promise<HttpReply | HttpFailure>
}
