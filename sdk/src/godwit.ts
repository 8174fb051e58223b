// The client: one method for each operation, grouped by subject. The client adds to the generated core what a program that
// moves money needs: idempotency keys that survive retries, challenges, and errors as classes.

import type { OnChallenge } from './challenges.ts'
import { ChallengeRequired, errorOf, GodwitError, OutcomeUnknown, Unreachable } from './errors.ts'
import { createClient, OPERATIONS, type OperationId, type Ops } from './generated/client.ts'
import type { Methods } from './generated/methods.ts'
import { KEY_HEADER, repetition } from './generated/repetition.ts'
import { effectOf, pause, pauseMs } from './retries.ts'
import { follow } from './streams.ts'
import { type VerifyWebhook, webhookVerifier } from './webhooks.ts'

/**
 * Keeps idempotency keys beyond the life of the process. `keep` stores `key` under `name` unless the name is there
 * already, and returns the key that is stored. It must be atomic, such as `insert … on conflict do nothing`.
 */
export type KeyStore = { keep(name: string, key: string): Promise<string> }

export type GodwitOptions = {
  /** Default: `http://127.0.0.1:8080`. */
  readonly baseUrl?: string
  /** A bearer token, or a function that returns the current token. */
  readonly token?: string | (() => string | Promise<string>)
  /** Sends the requests. Default: the `fetch` of the runtime. */
  readonly fetch?: typeof fetch
  /** The largest number of attempts of a call, the first included. Default: 4. */
  readonly attemptsMax?: number
  /** Milliseconds that one attempt may take. Default: 30,000. */
  readonly timeoutMs?: number
  /** Keeps the idempotency keys of calls with `storeAs`. */
  readonly store?: KeyStore
  /** Clears the challenges of calls that need an approval. Default: such a call fails with `ChallengeRequired`. */
  readonly onChallenge?: OnChallenge
}

export type CallOptions = {
  /** Name of this call in the store, such as the id of your payment: after a restart the call has the same key. */
  readonly storeAs?: string
  /** Aborts the call, even during a pause between two attempts. */
  readonly signal?: AbortSignal
}

export type Godwit = Methods & { readonly webhooks: { readonly verify: VerifyWebhook } }

type Call = { readonly headers?: Record<string, string>; readonly body?: unknown }
/** `progress.isSent` becomes true when the request is complete and is passed to `fetch`. */
type Init = RequestInit & { readonly progress?: { isSent: boolean } }
type Send = (call: Call, init: Init) => Promise<unknown>
type Settings = GodwitOptions & typeof defaults
type Operation = {
  readonly id: OperationId
  readonly send: Send
  readonly settings: Settings
  readonly godwit: Godwit
}

const defaults = { baseUrl: 'http://127.0.0.1:8080', attemptsMax: 4, timeoutMs: 30_000 }

/** A client of one service for one token. `godwit.transfers.createTransfer({ body })` calls `POST /v1/transfers`. */
export function createGodwit(options: GodwitOptions = {}): Godwit {
  const settings = { ...defaults, ...options }
  const core = coreOf(settings)
  const namespaces: Record<string, Record<string, unknown>> = {}
  const godwit = namespaces as unknown as Godwit
  for (const [id, spec] of Object.entries(OPERATIONS)) {
    const operation = { id: id as OperationId, send: core[id as OperationId], settings, godwit }
    const name = spec.tags[0].replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    namespaces[name] ??= {}
    const send = (call?: Call, callOptions?: CallOptions) => perform(operation, call, callOptions)
    // The generated core marks operations whose reply is a stream of server-sent events.
    namespaces[name][id] = 'sseDataKind' in spec ? follow.bind(null, operation.send as never) : send
  }
  const verify = webhookVerifier(() => godwit.webhooks.getWebhookPublicKey())
  return Object.assign(godwit, { webhooks: { ...godwit.webhooks, verify } })
}

function coreOf({ baseUrl, token, fetch, timeoutMs }: Settings): Record<OperationId, Send> {
  const core = createClient<Ops>(OPERATIONS, {
    serverUrl: baseUrl.replace(/\/+$/, ''),
    timeout: timeoutMs,
    clientHeader: false,
    fetch: (url, { progress, ...init }: Init = {}) => {
      if (progress) progress.isSent = true
      return (fetch ?? globalThis.fetch)(url, init)
    },
    ...(token && { auth: { bearer: token } }),
    onResponse: readReply,
  })
  return core as unknown as Record<OperationId, Send>
}

/** Throws for a refusal. Returns a replacement for a reply that the core would misread: 303, 304, and XML or JWE text. */
async function readReply(reply: Response): Promise<Response | undefined> {
  // The redirects of the service lead to pages for people. A program gets the URL.
  if (reply.status === 303) return new Response(reply.headers.get('location'))
  if (reply.status === 304) return new Response(null, { status: 204 })
  if (!reply.ok) throw await errorOf(reply)
  const isText = /^application\/(xml|jose)(;|$)/.test(reply.headers.get('content-type') ?? '')
  return isText ? new Response(await reply.text()) : undefined
}

/** Sends a call with its key, and once more with an approval if the service demands an approval. */
async function perform(operation: Operation, call: Call = {}, options: CallOptions = {}) {
  const keyed = await withKey(operation, call, options.storeAs)
  try {
    return await sendWithRetries(operation, keyed, options)
  } catch (error) {
    const { id, godwit, settings } = operation
    if (!(error instanceof ChallengeRequired && settings.onChallenge)) throw error
    const { oneTimeToken } = error
    const proof = await settings.onChallenge({ operationId: id, oneTimeToken, godwit })
    const headers = { ...keyed.call.headers, 'One-Time-Token': oneTimeToken, ...proof }
    return sendWithRetries(operation, { ...keyed, call: { ...keyed.call, headers } }, options)
  }
}

/** Adds the idempotency key that all attempts have: the key in the call, the key in the store, or a new key. */
async function withKey({ id, settings }: Operation, call: Call, storeAs?: string) {
  const rule = repetition[id] ?? 'same'
  if (rule === 'once' || rule === 'same') {
    if (storeAs === undefined) return { call, key: undefined }
    throw new TypeError(`${id} has no idempotency key: call it without storeAs.`)
  }
  const section = rule === KEY_HEADER ? 'headers' : 'body'
  const values: Record<string, string> = { ...(call[section] as object) }
  const name = Object.keys(values).find((each) => each.toLowerCase() === rule.toLowerCase()) ?? rule
  const key = values[name] ?? (await newKey(settings.store, storeAs))
  return { call: { ...call, [section]: { ...values, [name]: key } }, key }
}

async function newKey(store: KeyStore | undefined, name: string | undefined): Promise<string> {
  const key = crypto.randomUUID()
  if (name === undefined) return key
  if (store === undefined) throw new TypeError('storeAs needs a store: pass one to createGodwit.')
  return store.keep(name, key)
}

async function sendWithRetries(
  { id, send, settings }: Operation,
  { call, key }: Awaited<ReturnType<typeof withKey>>,
  { signal }: CallOptions,
) {
  let mayHaveArrived = false
  for (let attempt = 1; ; attempt++) {
    const progress = { isSent: false }
    try {
      return await send(call, { progress, redirect: 'manual', ...(signal && { signal }) })
    } catch (error) {
      if (!progress.isSent || signal?.aborted) throw error
      const effect = effectOf(error)
      mayHaveArrived ||= effect === 'unknown' && repetition[id] !== undefined
      const mustEnd = effect === 'refused' || effect === 'failed' || attempt >= settings.attemptsMax
      const mayRepeat = !mustEnd && !(mayHaveArrived && repetition[id] === 'once')
      const wait = mayRepeat ? pauseMs(error, attempt) : undefined
      if (wait !== undefined) await pause(wait, signal)
      else if (mayHaveArrived && effect !== 'refused') throw new OutcomeUnknown(id, key, error)
      else throw error instanceof GodwitError ? error : new Unreachable(settings.baseUrl, error)
    }
  }
}
