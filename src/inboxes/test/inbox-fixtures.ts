// Creates inboxes, sends requests to their URLs, and reads the requests that they keep.

import { expect } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

export const INBOXES = '/v1/sandbox/inboxes'
export const UNKNOWN_INBOX = '00000000-0000-4000-8000-000000000000'

type TestInbox = { readonly id: string; readonly url: string }

export function createsInbox(person: Person, body: object = {}): Promise<TestInbox> {
  return ok(person.call(`POST ${INBOXES}`, { body }))
}

type Sending = { readonly body?: string | Buffer; readonly headers?: Record<string, string> }

/** Posts a request to the inbox, as a sender that has only its URL, and returns the reply. */
export async function postTo(
  { app }: TestService,
  { id }: Pick<TestInbox, 'id'>,
  { body = '', headers = {} }: Sending = {},
) {
  return app.inject({
    method: 'POST',
    url: `/console/inbox/${id}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
}

/** The numbers of the requests on one page, and the cursor of the next page. */
export async function listsNumbers(
  person: Person,
  { id }: Pick<TestInbox, 'id'>,
  query: Record<string, string> = {},
): Promise<{ numbers: number[]; cursor: string | null }> {
  const page = await ok(person.call(`GET ${INBOXES}/${id}/requests`, { query }))
  return {
    numbers: page.requests.map(({ number }: { number: number }) => number),
    cursor: page.cursor,
  }
}

export async function readsRequest(
  person: Person,
  { id }: Pick<TestInbox, 'id'>,
  number = 1,
): Promise<Reply['body']> {
  return ok(person.call(`GET ${INBOXES}/${id}/requests/${number}`))
}

/** Delivers the outgoing messages of the service to its inboxes. */
export function deliversToInboxes(service: TestService): void {
  service.respondWith(async ({ url, body, headers }) => {
    const { pathname } = new URL(url)
    expect(pathname).toMatch(/^\/console\/inbox\//)
    const reply = await service.app.inject({
      method: 'POST',
      url: pathname,
      headers,
      payload: body,
    })
    return { status: reply.statusCode, headers: {}, elapsedMs: 1 }
  })
}

/** Calls every operation of inboxes. One inbox with one request stays. */
export async function usesInboxes(service: TestService, person: Person): Promise<void> {
  const inbox = await createsInbox(person)
  await postTo(service, inbox)
  await readsRequest(person, inbox)
  await listsNumbers(person, inbox)
  const path = `${INBOXES}/${(await createsInbox(person)).id}`
  await ok(person.call(`PATCH ${path}`, { body: { replyStatus: 500 } }))
  await ok(person.call(`DELETE ${path}`))
  await ok(person.call(`GET ${INBOXES}`))
}
