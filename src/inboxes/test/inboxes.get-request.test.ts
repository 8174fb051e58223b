// GET /v1/sandbox/inboxes/{inboxId}/requests/{number}: headers, body and signature of one request.

import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  onlyMessage,
  recordStates,
  signingService,
  subscribe,
} from '../../webhooks/test/webhook-fixtures.ts'
import {
  createsInbox,
  deliversToInboxes,
  INBOXES,
  listsNumbers,
  postTo,
  readsRequest,
  UNKNOWN_INBOX,
} from './inbox-fixtures.ts'

const service = signingService()
afterEach(() => {
  service.sent.length = 0
})

/** Creates an inbox and a subscription to it, whose test message is the first request. */
async function subscribesInbox(person: Person) {
  const inbox = await createsInbox(person)
  deliversToInboxes(service)
  await subscribe(service, person, { url: inbox.url })
  return inbox
}

describe('signatures (gap 1067)', () => {
  it('VALID for a message of this installation, with the headers and the bytes that were sent', async () => {
    const ann = await service.createUser()
    const inbox = await subscribesInbox(ann)
    await recordStates(service, ann.personal, 1, 'processing')
    await service.settle()
    const sent = onlyMessage(service)
    const request = await readsRequest(ann, inbox, 2)
    expect(request).toMatchObject({
      signature: 'VALID',
      eventType: 'transfers#state-change',
      test: false,
      body: sent.body,
      bodyEncoding: 'utf-8',
      bodyBytes: Buffer.byteLength(sent.body),
      deliveryId: sent.headers['X-Delivery-Id'],
      headers: {
        'x-signature-sha256': sent.headers['X-Signature-SHA256'],
        'webhook-signature': sent.headers['webhook-signature'],
      },
    })
  })

  const changed: [string, (signed: { body: string; headers: Record<string, string> }) => object][] =
    [
      ['one added byte', ({ body }) => ({ body: `${body} ` })],
      [
        'a wrong X-Signature and two other signatures that are right',
        ({ headers }) => ({ headers: { ...headers, 'x-signature': 'AAAA' } }),
      ],
      [
        'a wrong webhook-signature and two other signatures that are right',
        ({ headers }) => ({ headers: { ...headers, 'webhook-signature': 'v1a,AAAA' } }),
      ],
      [
        'another webhook-timestamp',
        ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': '1' } }),
      ],
      [
        'a signature that is not Base64',
        ({ headers }) => ({ headers: { ...headers, 'x-signature-sha256': '<img onerror>' } }),
      ],
      [
        'a hundred wrong signatures before the right one in webhook-signature',
        ({ headers }) => ({
          headers: {
            ...headers,
            'webhook-signature': `${'v1a,A '.repeat(100)}${headers['webhook-signature']}`,
          },
        }),
      ],
    ]
  it.each(changed)('INVALID for a message with %s', async (_title, change) => {
    const ann = await service.createUser()
    const inbox = await subscribesInbox(ann)
    const signed = await readsRequest(ann, inbox)
    const { 'content-length': _, ...headers } = signed.headers
    await postTo(service, inbox, { body: signed.body, headers })
    expect((await readsRequest(ann, inbox, 2)).signature).toBe('VALID')
    await postTo(service, inbox, {
      body: signed.body,
      headers,
      ...change({ body: signed.body, headers }),
    })
    expect((await readsRequest(ann, inbox, 3)).signature).toBe('INVALID')
  })

  it('MISSING for a request without signatures', async () => {
    const ann = await service.createUser()
    const inbox = await createsInbox(ann)
    await postTo(service, inbox, { body: '{}' })
    expect((await readsRequest(ann, inbox)).signature).toBe('MISSING')
  })
})

it('200 returns a body of HTML unchanged, in a reply of the type application/json', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  const body = '<img src=x onerror=alert(1)>\u0000<script>'
  await postTo(service, inbox, { body, headers: { 'content-type': 'text/html' } })
  const reply = await ann.call(`GET ${INBOXES}/${inbox.id}/requests/1`)
  expect([reply.status, reply.body]).toMatchObject([200, { body, bodyEncoding: 'utf-8' }])
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
})

it('200 returns a body that is not valid UTF-8 in Base64, and keeps a byte order mark', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28])
  await postTo(service, inbox, { body: bytes })
  expect(await readsRequest(ann, inbox)).toMatchObject({
    body: bytes.toString('base64'),
    bodyEncoding: 'base64',
    bodyBytes: 4,
  })
  await postTo(service, inbox, { body: '\ufeff{}' })
  expect((await readsRequest(ann, inbox, 2)).body).toBe('\ufeff{}')
})

it('200 returns the headers of KEPT_HEADERS only, without cookies and credentials', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  const headers = {
    cookie: 'session=secret',
    authorization: `Bearer ${ann.token}`,
    'x-forwarded-for': '10.0.0.1',
    'x-csrf-token': 'secret',
    'user-agent': 'a sender',
  }
  await postTo(service, inbox, { body: '{}', headers })
  const request = await readsRequest(ann, inbox)
  expect(Object.keys(request.headers).sort()).toEqual([
    'content-length',
    'content-type',
    'user-agent',
  ])
})

it.each([
  ['a null character in event_type', '{"event_type":"a\\u0000b"}'],
  ['an unpaired surrogate in event_type', '{"event_type":"\\ud800"}'],
  ['a number as event_type', '{"event_type":1}'],
  ['an event_type of 101 characters', `{"event_type":"${'x'.repeat(101)}"}`],
  ['null instead of an object', 'null'],
  ['a million brackets', '['.repeat(1024 * 1024)],
])('200 and no eventType for a body with %s', async (_title, body) => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  expect((await postTo(service, inbox, { body })).statusCode).toBe(200)
  const request = await readsRequest(ann, inbox)
  expect([request.eventType, request.body]).toEqual([null, body])
})

it('404 inbox.request.not-found for an unknown number, an unknown inbox and the inbox of another user', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  const inbox = await createsInbox(ann)
  await postTo(service, inbox)
  const unknown = await ann.call(`GET ${INBOXES}/${inbox.id}/requests/2`)
  const ofAnn = await bob.call(`GET ${INBOXES}/${inbox.id}/requests/1`)
  const nowhere = await ann.call(`GET ${INBOXES}/${UNKNOWN_INBOX}/requests/1`)
  for (const reply of [unknown, ofAnn, nowhere])
    expect(outcome(reply)).toBe('404 inbox.request.not-found')
})

it('D34: a delivery is retried while the inbox answers 500, and arrives with the same id and bytes', async () => {
  const ann = await service.createUser()
  const inbox = await subscribesInbox(ann)
  const answersWith = (replyStatus: number) =>
    ok(ann.call(`PATCH ${INBOXES}/${inbox.id}`, { body: { replyStatus } }))
  await answersWith(500)
  await recordStates(service, ann.personal, 1, 'processing')
  await service.settle()
  await answersWith(200)
  await service.advance({ hours: 1 })
  expect((await listsNumbers(ann, inbox)).numbers).toEqual([3, 2, 1])
  const [failed, sentAgain] = [await readsRequest(ann, inbox, 2), await readsRequest(ann, inbox, 3)]
  expect(failed).toMatchObject({ deliveryId: expect.any(String), signature: 'VALID' })
  expect(sentAgain).toMatchObject({
    deliveryId: failed.deliveryId,
    body: failed.body,
    signature: 'VALID',
    test: false,
    receivedAt: '2026-01-05T10:01:00.000Z',
  })
})
