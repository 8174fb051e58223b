// Receives the requests to inboxes at /console/inbox/<id>, in the sandbox only (D130). The id is the only secret of an
// inbox: no token, session or cookie has an effect here, and a reply repeats nothing of its request.

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { INBOX_PATH, InboxNotFound, isInbox, receiveRequest } from '../../../inboxes/index.ts'
import { type ErrorKind, Refusal, refuse } from '../../../kernel/refusal.ts'
import { isUuid } from '../../../kernel/wire.ts'
import { countRequest } from '../authentication.ts'
import type { BodyReader } from '../body/read-body.ts'
import type { App } from '../context.ts'
import { unlimited } from '../limits/admission.ts'

const InboxesBusy: ErrorKind = {
  code: 'inbox.busy',
  status: 503,
  message:
    'The request was stored, but too many replies of inboxes are delayed. Make the delays of the inboxes shorter.',
}

type InboxApp = Pick<App, 'db' | 'clock' | 'authentication' | 'admission'>
type InboxTools = { readonly reader: BodyReader; readonly delays: ReplyDelays }
type InboxRequest = FastifyRequest<{ Params: { inboxId: string } }>

export function mountInboxes(
  server: FastifyInstance,
  app: InboxApp,
  { reader, delays }: InboxTools,
): void {
  // A context of the server with its own parser, so that only the bodies of requests to inboxes stay bytes.
  server.register(async (inboxes) => {
    inboxes.removeAllContentTypeParsers()
    inboxes.addContentTypeParser('*', (request, payload, done) =>
      reader.readBytes(request, payload, done),
    )
    inboxes.post<{ Params: { inboxId: string } }>(
      `${INBOX_PATH}/:inboxId`,
      { onRequest: (request) => admitInboxRequest(app, request) },
      (request, reply) => receiveAndReply(app, delays, request, reply),
    )
  })
}

/**
 * Refuses a request beyond the limits, or to an unknown inbox. Runs before the body is read, so that a request to an unknown
 * inbox costs one look-up at most.
 */
async function admitInboxRequest(app: InboxApp, request: InboxRequest): Promise<void> {
  const { db, authentication, admission = unlimited } = app
  admission.check({})
  countRequest(authentication, request)
  const { inboxId } = request.params
  if (!isUuid(inboxId) || !(await isInbox(db.reader, inboxId))) refuse(InboxNotFound)
}

async function receiveAndReply(
  app: InboxApp,
  delays: ReplyDelays,
  request: InboxRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { replyStatus, replyDelayMs } = await storeRequest(app, request)
  if (replyDelayMs > 0) await delays.wait(replyDelayMs, reply)
  return reply.code(replyStatus).send()
}

async function storeRequest({ db, clock, admission = unlimited }: InboxApp, request: InboxRequest) {
  const { params, headers, body } = request
  admission.begin()
  try {
    return await receiveRequest(db, {
      inboxId: params.inboxId,
      headers,
      body: body instanceof Buffer ? body : Buffer.alloc(0),
      now: await clock.now(),
    })
  } finally {
    admission.end()
  }
}

type ReplyDelays = {
  /** Waits, but no longer than the connection is open and the service runs. Refuses when too many replies wait. */
  wait(ms: number, reply: Pick<FastifyReply, 'raw'>): Promise<void>
  /** Ends all delays. Must be called when the service stops, before its servers close. */
  end(): void
}

/** At most `waitingMax` replies wait at the same time. */
export function replyDelays(waitingMax: number): ReplyDelays {
  const stopping = new AbortController()
  let waiting = 0
  return {
    async wait(ms, { raw }) {
      // A connection that is closed already emits no further event that could end the delay.
      if (raw.closed) return
      if (waiting >= waitingMax) throw new Refusal([{ kind: InboxesBusy }])
      const connection = new AbortController()
      raw.once('close', () => connection.abort())
      waiting++
      try {
        await pause(ms, undefined, {
          signal: AbortSignal.any([stopping.signal, connection.signal]),
        })
      } catch {
        // The service stops, or the client has gone.
      } finally {
        waiting--
      }
    },
    end: () => stopping.abort(),
  }
}
