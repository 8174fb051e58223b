// For test suites (Node.js): receives the webhooks of a sandbox on this machine.

import { createServer } from 'node:http'
import { EVENTS } from './generated/events.ts'
import type { Godwit } from './godwit.ts'
import { InvalidSignature, type WebhookEvent } from './webhooks.ts'

export { EVENTS }
export type EventName = keyof typeof EVENTS

export type ListenOptions = {
  /** Default: every event that the subscription may receive. */
  readonly events?: readonly EventName[]
  /** The profile whose events to receive. Default: all profiles of the user. Ignored when `application` is given. */
  readonly profileId?: number
  /** The client key of the application whose token `godwit` has: receives the events of all users of the application. */
  readonly application?: string
  /** Default: a free port. */
  readonly port?: number
  /**
   * Called for each request, except those with a body that is too long (the reply is 413) and the tests of the URL while
   * subscriptions are created. A request with a valid signature gets the status that this function returns (default: 200),
   * any other request 401.
   */
  readonly onRequest?: (received: ReceivedRequest) => Promise<number | undefined> | undefined
}

export type ReceivedRequest = {
  /** The body exactly as it was received. */
  readonly raw: Uint8Array
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined when the signature is missing or does not match the body. */
  readonly event: WebhookEvent | undefined
}

export type NextOptions = {
  /** Milliseconds to wait. Default: 10,000. */
  readonly timeoutMs?: number
  /** Returns false for the events to skip. */
  readonly where?: (event: WebhookEvent) => boolean
}

export type Inbox = AsyncDisposable & {
  readonly url: string
  /** The verified events of deliveries that were accepted with 2xx, without test messages and repetitions, in the order of arrival. */
  readonly events: readonly WebhookEvent[]
  /**
   * Returns the oldest event of this name, or of any name, that was not returned yet. Waits when there is none, and
   * rejects after `timeoutMs`.
   */
  next(name?: EventName, options?: NextOptions): Promise<WebhookEvent>
  /** Removes the subscriptions and stops the receiver. */
  close(): Promise<void>
}

/** The receiver replies 413 to a longer body. */
const BODY_BYTES_MAX = 1_000_000
const WAIT_MS = 10_000

/**
 * Receives the events of a sandbox: `await using inbox = await listen(godwit)`, then
 * `await inbox.next('transfers#state-change')`. It creates subscriptions, verifies each signature, ignores a delivery
 * that arrives a second time, and removes the subscriptions at the end.
 */
export async function listen(godwit: Godwit, options: ListenOptions = {}): Promise<Inbox> {
  const { events, addEvent, next } = createEventQueue()
  const setup = { isReady: false }
  const { url, stop } = await startReceiver(
    options.port ?? 0,
    receiverOf({ godwit, options, setup, addEvent }),
  )
  const removals: (() => Promise<unknown>)[] = []
  const close = async () => {
    const results = await Promise.allSettled(removals.splice(0).map((remove) => remove()))
    await stop()
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
  try {
    for await (const remove of createSubscriptions(godwit, url, options)) removals.push(remove)
    setup.isReady = true
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  return { url, events, next, close, [Symbol.asyncDispose]: close }
}

/** The events in the order of their arrival, and the calls of `next` that wait for one. */
function createEventQueue() {
  const events: WebhookEvent[] = []
  const unread: WebhookEvent[] = []
  const waiting = new Set<() => void>()
  const addEvent = (event: WebhookEvent): void => {
    events.push(event)
    unread.push(event)
    for (const check of waiting) check()
  }
  const take = (name?: EventName, where: NextOptions['where'] = () => true) => {
    const index = unread.findIndex(
      (event) => (name === undefined || event.event_type === name) && where(event),
    )
    return index < 0 ? undefined : unread.splice(index, 1)[0]
  }
  const next: Inbox['next'] = (name, { timeoutMs = WAIT_MS, where } = {}) =>
    new Promise((resolve, reject) => {
      const finish = () => {
        waiting.delete(check)
        clearTimeout(timer)
      }
      const check = () => {
        const event = take(name, where)
        if (event === undefined) return
        finish()
        resolve(event)
      }
      const timer = setTimeout(() => {
        finish()
        const others = unread.map((event) => event.event_type).join(', ') || 'no other event'
        reject(new Error(`No ${name ?? 'event'} within ${timeoutMs} ms. Received: ${others}.`))
      }, timeoutMs)
      waiting.add(check)
      check()
    })
  return { events, addEvent, next }
}

type ReceiverContext = {
  readonly godwit: Godwit
  readonly options: ListenOptions
  /** `isReady` becomes true when all subscriptions are created. */
  readonly setup: { isReady: boolean }
  readonly addEvent: (event: WebhookEvent) => void
}

/** Verifies each request, adds the event of each accepted delivery once, and returns the status of the reply. */
function receiverOf({ godwit, options, setup, addEvent }: ReceiverContext): Receive {
  const deliveries = new Set<string>()
  return async (raw, headers) => {
    const event = await godwit.webhooks.verify(raw, headers).catch((error: unknown) => {
      if (error instanceof InvalidSignature) return undefined
      throw error
    })
    const isTest = headers['x-test-notification'] !== undefined
    // The service sends a test message to a URL before it creates a subscription. `onRequest` must not see or refuse it.
    if (isTest && event !== undefined && !setup.isReady) return 200
    const status = await options.onRequest?.({ raw, headers, event })
    if (event === undefined) return 401
    const isAccepted = status === undefined || (status >= 200 && status < 300)
    const id = String(headers['x-delivery-id'])
    if (isAccepted && !deliveries.has(id) && !isTest) {
      deliveries.add(id)
      addEvent(event)
    }
    return status ?? 200
  }
}

/** Returns the status of the reply. */
type Receive = (raw: Uint8Array, headers: ReceivedRequest['headers']) => Promise<number>

async function startReceiver(
  port: number,
  receive: Receive,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, reply) => {
    try {
      const raw = await bytesOf(request)
      reply.writeHead(raw === undefined ? 413 : await receive(raw, request.headers)).end()
    } catch {
      reply.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as { port: number }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address.port}`, stop }
}

/** Undefined for a body of more than `BODY_BYTES_MAX`. */
async function bytesOf(request: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= BODY_BYTES_MAX) chunks.push(chunk)
  }
  if (length > BODY_BYTES_MAX) return undefined
  const raw = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    raw.set(chunk, offset)
    offset += chunk.length
  }
  return raw
}

/** Creates the subscriptions one after the other, and yields for each the function that removes the subscription. */
async function* createSubscriptions(
  godwit: Godwit,
  url: string,
  options: ListenOptions,
): AsyncGenerator<() => Promise<unknown>> {
  const { webhooks } = godwit
  const { events, application } = options
  const profileIds = await profileIdsOf(godwit, options)
  const names = (events ?? Object.keys(EVENTS)) as EventName[]
  for (const name of names) {
    const { version, ofProfiles, ofApplications } = EVENTS[name]
    const body = { name: 'listener', trigger_on: name, delivery: { version, url } }
    if (application !== undefined && (ofApplications || events !== undefined)) {
      const path = { clientKey: application }
      const { id } = await webhooks.createSubscriptionForApplication({ path, body })
      yield () =>
        webhooks.deleteSubscriptionOfApplication({ path: { ...path, subscriptionId: id } })
    }
    for (const profileId of ofProfiles || events !== undefined ? profileIds : []) {
      const path = { profileId }
      const { id: subscriptionId } = await webhooks.createSubscriptionForProfile({ path, body })
      yield () => webhooks.deleteSubscriptionOfProfile({ path: { ...path, subscriptionId } })
    }
  }
}

/** The profiles of which `listen` receives events; empty for an application. */
async function profileIdsOf(
  { profiles }: Godwit,
  { profileId, application }: ListenOptions,
): Promise<number[]> {
  if (application !== undefined) return []
  if (profileId !== undefined) return [profileId]
  return (await profiles.listProfiles()).map(({ id }) => Number(id))
}
