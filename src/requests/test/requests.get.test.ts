// GET /v1/sandbox/requests/{requestId}: the bodies and headers of one request.

import { expect, it } from 'vitest'
import { filePart, multipart, samples } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import { type Call, testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'

const service = testService({ requestLog: 'on' })

/** Calls the service, and returns the request as the log shows it. */
async function callsAndShows(person: Person, route: string, call?: Call) {
  const reply = await person.call(route, call)
  await service.flushRequests()
  const trace = String(reply.headers['x-trace-id'])
  const found = await ok(
    person.call('GET /v1/sandbox/requests', { query: { query: `trace:${trace}` } }),
  )
  return { reply, shown: await ok(person.call(`GET /v1/sandbox/requests/${found.requests[0].id}`)) }
}

it('200 shows the declared fields of both bodies and of the query, and only the headers that the log keeps', async () => {
  const ann = await service.createUser()
  const body = { currency: 'GBP', type: 'SAVINGS', name: 'Holidays', undeclared: 'dropped' }
  const { reply, shown } = await callsAndShows(ann, `POST /v4/profiles/${ann.personal}/balances`, {
    body,
    headers: {
      'x-idempotence-uuid': '3cf3dd96-903e-473a-9bb4-a5cf93450793',
      'user-agent': 'a client',
      cookie: 'session=1',
    },
  })
  expect(JSON.parse(shown.requestBody)).toEqual({
    currency: 'GBP',
    type: 'SAVINGS',
    name: 'Holidays',
  })
  expect(JSON.parse(shown.replyBody)).toEqual(reply.body)
  expect(shown).toMatchObject({
    profileId: ann.personal,
    idempotency: 'first',
    requestBytes: Buffer.byteLength(JSON.stringify(body)),
    replyBytes: Buffer.byteLength(reply.text),
    requestHeaders: {
      'content-type': 'application/json',
      'user-agent': 'a client',
      'x-idempotence-uuid': '3cf3dd96-903e-473a-9bb4-a5cf93450793',
    },
  })
  expect(Object.keys(shown.requestHeaders).sort()).toEqual([
    'content-type',
    'user-agent',
    'x-idempotence-uuid',
  ])
  expect(JSON.stringify(shown.requestHeaders)).not.toContain('session')
  expect(JSON.stringify(shown)).not.toContain(ann.token)
  const listed = await callsAndShows(ann, `GET /v4/profiles/${ann.personal}/balances`, {
    query: { types: 'STANDARD', undeclared: 'dropped' },
  })
  expect(listed.shown.query).toEqual({ types: 'STANDARD' })
  expect(listed.shown.requestBodyAbsence).toBe('notSent')
})

it('a refused request has the codes, fields and declared messages of its errors, and neither the reply, its messages nor the refused value', async () => {
  const ann = await service.createUser()
  const { reply, shown } = await callsAndShows(ann, `POST /v4/profiles/${ann.personal}/balances`, {
    body: { currency: 'a secret-looking text', type: 'SAVINGS' },
    headers: { 'x-idempotence-uuid': '3cf3dd96-903e-473a-9bb4-a5cf93450794' },
  })
  expect(reply.status).toBe(400)
  expect(shown.errors[0]).toEqual({
    code: reply.body.errors[0].code,
    path: reply.body.errors[0].path,
    message: 'has the wrong length',
    wasSent: true,
  })
  expect(JSON.stringify(shown)).not.toContain(reply.body.errors[0].message)
  expect(JSON.stringify(shown)).not.toContain('secret-looking')
  expect(shown.replyBody).toBeNull()
})

it('an error of the operation has the message that the operation declares, in lists too', async () => {
  const ann = await service.createUser()
  const { reply, shown } = await callsAndShows(ann, 'GET /v1/transfers/999999999')
  const listed = await ok(ann.call('GET /v1/sandbox/requests', { query: { query: 'is:error' } }))
  const [{ code, message, path }] = reply.body.errors
  const error = { code, message, ...(path && { path, wasSent: false }) }
  expect(reply.status).toBe(404)
  expect(shown.errors).toEqual([error])
  expect(listed.requests[0].errors).toEqual([error])
})

it('a body that does not parse and a body above 16 KiB are dropped; their sizes are kept', async () => {
  const ann = await service.createUser()
  const route = `POST /v4/profiles/${ann.personal}/balances`
  const headers = { 'content-type': 'application/json' }
  const malformed = await callsAndShows(ann, route, { body: '{"currency":"GBP"', headers })
  expect(malformed.shown).toMatchObject({
    requestBody: null,
    requestBytes: 17,
    requestBodyAbsence: 'notRead',
  })
  const large = JSON.stringify({ currency: 'GBP', type: 'SAVINGS', name: 'x'.repeat(500_000) })
  const huge = await callsAndShows(ann, route, { body: large, headers })
  expect(huge.shown).toMatchObject({
    requestBody: null,
    requestBytes: large.length,
    requestBodyAbsence: 'large',
  })
})

it('a body in chunks has no size and is dropped', async () => {
  const ann = await service.createUser()
  const { reply, shown } = await callsAndShows(ann, `POST /v4/profiles/${ann.personal}/balances`, {
    body: { currency: 'GBP', type: 'STANDARD' },
    headers: {
      'transfer-encoding': 'chunked',
      'x-idempotence-uuid': '3cf3dd96-903e-473a-9bb4-a5cf93450795',
    },
  })
  expect(reply.status).toBe(201)
  expect(shown).toMatchObject({
    requestBody: null,
    requestBytes: null,
    requestBodyAbsence: 'large',
  })
})

it('a refused request of an operation with a secret field has no body, and for each error whether its field was sent', async () => {
  const ann = await service.createUser()
  const { shown } = await callsAndShows(ann, 'POST /v1/accounts', {
    body: {
      profile: ann.personal,
      currency: 'EUR',
      type: 'iban',
      accountHolderName: 'Nora Sample',
      details: { IBAN: 'FR142' },
    },
  })
  expect(shown).toMatchObject({ requestBody: null, requestBodyAbsence: 'secret' })
  expect(shown.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'IBAN', wasSent: true }),
      expect.objectContaining({ path: 'legalType', wasSent: false }),
    ]),
  )
})

it('the log shows an amount as a number, as most clients send it', async () => {
  const ann = await service.createUser()
  const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', targetAmount: 12.5 }
  const { shown } = await callsAndShows(ann, `POST /v3/profiles/${ann.personal}/quotes`, { body })
  expect(shown.requestBodyAbsence).toBeNull()
  expect(JSON.parse(shown.requestBody)).toMatchObject(body)
})

it('a file of an upload has part, name, kind and size only', async () => {
  const ann = await service.createUser()
  const { reply, shown } = await callsAndShows(
    ann,
    `POST /v3/profiles/${ann.personal}/verification-status/upload-document`,
    multipart([{ name: 'documentType', text: 'ID_PROOF' }, filePart('files')]),
  )
  expect(reply.status).toBe(204)
  expect(shown.files).toEqual([
    { part: 'files', name: expect.any(String), kind: 'png', bytes: samples.png.length },
  ])
})

it('404 request.not-found for an id that the log does not have', async () => {
  const ann = await service.createUser()
  expect(outcome(await ann.call('GET /v1/sandbox/requests/999999999'))).toBe(
    '404 request.not-found',
  )
})
