// `godwit listen`: receives webhooks on this machine, verifies and forwards them.

import type { EventName, ListenOptions, ReceivedRequest } from '@godwit/sdk/testing'
import { type Context, print, reportProgress, type ServiceOptions } from '../context.ts'
import { UsageError } from '../failures.ts'
import { connect, SANDBOX_TOKEN, type Service } from '../service.ts'

export type ListenCommandOptions = ServiceOptions & {
  readonly forwardTo?: string
  readonly map?: readonly string[]
  readonly event?: readonly string[]
  readonly profile?: number
  readonly application?: string
  readonly port?: number
}

/** The key and the secret of the application of a seeded sandbox. The seeded user has granted the application access. */
const SANDBOX_APPLICATION = 'sandbox-app:sandbox-app-secret'
/** The time for which the service waits for the reply to a webhook (`replyTimeout`). */
const FORWARD_MS_MAX = 5000
const BAD_GATEWAY = 502
/** Headers that apply to one connection only. `fetch` sets them for the connection to the target. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
])

export async function listenCommand(this: Context, options: ListenCommandOptions): Promise<void> {
  const { EVENTS, listen } = await import('@godwit/sdk/testing')
  const events = (options.event ?? []).map((name) => eventOf(name, EVENTS))
  const targets = targetsOf(options, EVENTS)
  const service = await connect(options, this.process.env)
  const listener = await listenerOf(service, options)
  const onRequest = async (received: ReceivedRequest) => {
    const url = received.event && (targets.get(received.event.event_type) ?? options.forwardTo)
    const status = url === undefined ? undefined : await forward(received, url)
    print(this, lineOf(received, { url, status }, options.json), options)
    return status
  }
  const settings: ListenOptions = {
    ...listener.scope,
    ...(events.length > 0 && { events }),
    ...(options.port !== undefined && { port: options.port }),
    onRequest,
  }
  const inbox = await service.call(() => listen(listener.service.godwit, settings))
  reportProgress(this, `Receiving webhooks at ${inbox.url}. Press Ctrl-C to stop.`, options)
  try {
    await waitForAbort(this.signal)
  } finally {
    await service.call(
      () => inbox.close(),
      `Subscriptions to ${inbox.url} may remain. List them, and delete each: godwit api ${listArgs(listener.scope)}`,
    )
    reportProgress(this, 'The subscriptions are removed.', options)
  }
}

/** The arguments of `godwit api` that list the subscriptions of a scope. */
function listArgs({ application, profileId }: ListenOptions): string {
  return application === undefined
    ? `listSubscriptionsOfProfile --set profileId=${profileId ?? '…'}`
    : `listSubscriptionsOfApplication --set clientKey=${application} --token …`
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

type Events = typeof import('@godwit/sdk/testing').EVENTS

function eventOf(name: string, events: Events): EventName {
  if (Object.hasOwn(events, name)) return name as EventName
  throw new UsageError(`There is no event ${name}. Use one of ${Object.keys(events).join(', ')}.`)
}

function targetsOf({ map = [], forwardTo }: ListenCommandOptions, events: Events) {
  if (forwardTo !== undefined) checkUrl('--forward-to', forwardTo)
  return new Map(
    map.map((pair) => {
      const [, name = '', url = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? []
      checkUrl(`--map ${pair}`, url)
      return [eventOf(name, events) as string, url]
    }),
  )
}

function checkUrl(option: string, url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`${option} needs a URL, such as http://127.0.0.1:3000/webhooks.`)
}

type Listener = { readonly service: Service; readonly scope: ListenOptions }

/**
 * The scope of the subscriptions, and the service with a token for it. Without options, a seeded sandbox uses its
 * application. An application receives the events of all its users, and needs a token of the application.
 */
async function listenerOf(service: Service, options: ListenCommandOptions): Promise<Listener> {
  const { application, profile: profileId, url } = options
  const isSandboxUser = service.token === SANDBOX_TOKEN
  const usesSandboxApplication = isSandboxUser && profileId === undefined
  const credentials = application ?? (usesSandboxApplication ? SANDBOX_APPLICATION : undefined)
  if (credentials === undefined)
    return { service, scope: profileId === undefined ? {} : { profileId } }
  if (application !== undefined && profileId !== undefined)
    throw new UsageError('Use either --application or --profile, not both.')
  const [key = '', secret] = credentials.split(/:(.*)/s)
  if (!secret) throw new UsageError('Write --application as key:secret.')
  const body = { grant_type: 'client_credentials', client_id: key, client_secret: secret }
  const { access_token: token } = await service.call((godwit) => godwit.users.createToken({ body }))
  const applicationService = await connect(
    { json: options.json, token, ...(url && { url }) },
    { GODWIT_URL: service.url },
  )
  return { service: applicationService, scope: { application: key } }
}

/** Forwards the same bytes with the same headers. Returns the status of the reply; without a reply, 502. */
async function forward({ raw, headers }: ReceivedRequest, url: string): Promise<number> {
  const forwarded = Object.entries(headers).flatMap(([name, value]) =>
    CONNECTION_HEADERS.has(name) || value === undefined
      ? []
      : [[name, String(value)] as [string, string]],
  )
  try {
    const body = new Uint8Array(raw)
    const signal = AbortSignal.timeout(FORWARD_MS_MAX)
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: forwarded,
      signal,
      redirect: 'manual',
    })
    await reply.body?.cancel()
    return reply.status
  } catch {
    return BAD_GATEWAY
  }
}

type ForwardResult = { readonly url: string | undefined; readonly status: number | undefined }

function lineOf(
  { event, headers }: ReceivedRequest,
  { url, status }: ForwardResult,
  json: boolean,
) {
  const deliveryId = String(headers['x-delivery-id'] ?? '')
  if (json)
    return { deliveryId, isSignatureValid: event !== undefined, event, forwardedTo: url, status }
  if (event === undefined)
    return `refused: the signature is missing or does not match the body  ${deliveryId}`
  const about = resourceText(event.data)
  const forwarded = url === undefined ? '' : `  -> ${url} ${status}`
  return `${event.sent_at}  ${event.event_type}  ${about}${forwarded}`
}

/** The resource of an event, and its change of state if the event reports one. */
function resourceText(data: Readonly<Record<string, unknown>>): string {
  const resource = (data['resource'] ?? {}) as { type?: string; id?: unknown }
  const state = [data['previous_state'], data['current_state']].filter(Boolean).join(' -> ')
  return [resource.type, resource.id, state].filter(Boolean).join(' ')
}
