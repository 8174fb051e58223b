// Keeps a request that was sent to an inbox.

import type { Database } from '../kernel/database/db.ts'
import { refuse } from '../kernel/refusal.ts'
import { signatureResultOf } from '../webhooks/index.ts'
import { InboxNotFound } from './errors.ts'
import { eventTypeOf, type Headers, keptHeaders } from './model.ts'
import { type InboxReply, insertRequest } from './store.ts'

type Input = {
  readonly inboxId: string
  readonly headers: Headers
  readonly body: Buffer
  readonly now: Temporal.Instant
}

/** Keeps the request and returns how the inbox replies. Refuses with InboxNotFound when the inbox was deleted meanwhile. */
export async function receiveRequest(
  db: Database,
  { inboxId, headers, body, now }: Input,
): Promise<InboxReply> {
  const storedHeaders = keptHeaders(headers)
  const request = {
    inboxId,
    headers: storedHeaders,
    body,
    eventType: eventTypeOf(body),
    signature: await signatureResultOf(db.reader, { headers: storedHeaders, body }),
    receivedAt: now,
  }
  const reply = await db.transact((tx) => insertRequest(tx, request))
  return reply ?? refuse(InboxNotFound)
}
