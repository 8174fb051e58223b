// A client that repeats a request with the same key and body until a reply has a status below 500, or REPLY_WITHIN_MS is over.

import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a restart takes after a kill, and than the 30 s for which the SDK waits for a reply. */
const REPLY_WITHIN_MS = 60_000
const ATTEMPT_MAX_MS = 10_000
const HUNG = 'no reply in time'
/** A form is sent in this many chunks. */
const CHUNKS_OF_FORM = 10
const CHUNK_PAUSE_MS = 50
const BACK_OFF_FIRST_MS = 10
const BACK_OFF_MAX_MS = 500

export type Request = {
  readonly route: string
  readonly token?: string
  readonly body?: object
  /** A form with files, instead of `body`. It is sent slowly, so that kills meet uploads in progress. */
  readonly form?: { readonly body: Buffer; readonly headers: Record<string, string> }
  /** The idempotency key in the header. */
  readonly key?: string
}

export type Reply = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape are read here.
  readonly body: any
  readonly text: string
  /** More than 1 means that an earlier attempt may have taken effect without a reply. */
  readonly tries: number
}

export type Send = (request: Request) => Promise<Reply>
export type Counts = {
  /** All attempts, retries included. */
  requests: number
  retries: number
  /** Attempts without a reply within ATTEMPT_MAX_MS. */
  hung: number
  /** Uploads without a reply yet. */
  uploading?: number
  /** The longest time in which no write was acknowledged to any client. */
  longestGapMs?: number
  /** The time of the last acknowledged write (`performance.now`). */
  acknowledgedAt?: number
}

export function retryingClient(url: string, counts: Counts): Send {
  return async (request) => {
    const until = performance.now() + REPLY_WITHIN_MS
    let backOffMs = BACK_OFF_FIRST_MS
    let lastFailure = ''
    for (let tries = 1; performance.now() < until; tries++) {
      counts.requests++
      if (tries > 1) counts.retries++
      if (request.form) counts.uploading = (counts.uploading ?? 0) + 1
      const result = await attempt(url, request)
      if (request.form) counts.uploading = (counts.uploading ?? 0) - 1
      if (typeof result === 'object' && result.status < 500) {
        if (!request.route.startsWith('GET')) recordAcknowledgement(counts)
        return { ...result, tries }
      }
      if (result === HUNG) counts.hung++
      lastFailure = typeof result === 'object' ? `${result.status} ${result.text}` : result
      await sleep(backOffMs)
      backOffMs = Math.min(backOffMs * 2, BACK_OFF_MAX_MS)
    }
    throw new Error(
      `${request.route} got no reply in ${REPLY_WITHIN_MS} ms; the last failure: ${lastFailure}`,
    )
  }
}

function recordAcknowledgement(counts: Counts): void {
  const now = performance.now()
  const gapMs = now - (counts.acknowledgedAt ?? now)
  counts.longestGapMs = Math.max(counts.longestGapMs ?? 0, gapMs)
  counts.acknowledgedAt = now
}

/** Sends the request once. Returns the reply, or a text that states why there is no reply: `HUNG` after ATTEMPT_MAX_MS. */
async function attempt(
  url: string,
  { route, token, body, form, key }: Request,
): Promise<Omit<Reply, 'tries'> | string> {
  const [method = 'GET', path = '/'] = route.split(' ')
  try {
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...form?.headers,
        ...(key !== undefined && { 'x-idempotence-uuid': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: ReadableStream.from(slowChunks(form.body)), duplex: 'half' }),
      signal: AbortSignal.timeout(ATTEMPT_MAX_MS),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    return { status: reply.status, text, body: isJson ? JSON.parse(text) : undefined }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError') return HUNG
    return cause?.code ?? message
  }
}

/** The bytes in `CHUNKS_OF_FORM` chunks, with a pause after each. */
async function* slowChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = Math.ceil(bytes.length / CHUNKS_OF_FORM)
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size)
    await sleep(CHUNK_PAUSE_MS)
  }
}
