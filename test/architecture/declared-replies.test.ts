// Tests that the check of replies (test/support/reply-shapes.ts) finds undeclared replies. The check runs on every reply to
// the `call` of a test service.

import { describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { openApi } from '../../src/app/openapi/document.ts'
import { checkReply, problemOf, type ShownReply } from '../support/reply-shapes.ts'
import { testService } from '../support/service.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const refusal = JSON.stringify({ errors: [{ arguments: [], code: 'x', message: 'y' }] })

describe('D123: the check of replies', () => {
  it.each([
    [
      'GET',
      '/health',
      { status: 200, text: '{"status":"down"}', headers: json },
      'reply/status must be equal',
    ],
    ['GET', '/health', { status: 201, text: '{"status":"up"}', headers: json }, 'status 201'],
    ['GET', '/health', { status: 200, text: '<p>up</p>', headers: html }, 'of type text/html'],
    ['GET', '/v1/me', { status: 418, text: refusal, headers: json }, 'status 418'],
    ['GET', '/v1/me', { status: 401, text: refusal, headers: json }, '401'],
    ['GET', '/oauth/authorize', { status: 303, text: '', headers: {} }, '303 without location'],
    ['GET', '/oauth/authorize', { status: 410, text: '<p>', headers: html }, 'status 410'],
  ])(
    'D123: refuses this reply of %s %s: %j, because of %s',
    (method, path, reply: ShownReply, problem) => {
      expect(() => checkReply(`${method} ${path}`, reply)).toThrow(problem)
    },
  )

  it.each([
    ['GET', '/health', { status: 200, text: '{"status":"up"}', headers: json }],
    ['GET', '/oauth/authorize', { status: 303, text: '', headers: { location: 'http://x' } }],
    ['GET', '/oauth/authorize', { status: 400, text: '<p>', headers: html }],
    ['GET', '/oauth/authorize', { status: 400, text: refusal, headers: json }],
    [
      'POST',
      '/oauth/token',
      { status: 400, text: '{"error":"a","error_description":"b"}', headers: json },
    ],
    ['POST', '/oauth/token', { status: 400, text: refusal, headers: json }],
    ['GET', '/no/such/path', { status: 418, text: '', headers: {} }],
  ])('D123: accepts this reply of %s %s: %j', (method, path, reply) => {
    expect(() => checkReply(`${method} ${path}`, reply)).not.toThrow()
  })

  it('D123: every operation that is not a GET declares 400, 408, 413, 415, 429, 500 and 503', () => {
    const incomplete = everyEndpoint.filter(
      (endpoint) =>
        !endpoint.route.startsWith('GET ') &&
        [400, 408, 413, 415, 429, 500, 503].some(
          (status) =>
            problemOf(descriptionOf(endpoint.route), { status, text: '', headers: json }) !==
            undefined,
        ),
    )
    expect(incomplete.map(({ id }) => id)).toEqual([])
  })
})

type DescribedEndpoint = Parameters<typeof problemOf>[0]
const document = openApi(everyEndpoint, { mode: 'sandbox' })('http://test') as {
  paths: Record<string, Record<string, Pick<DescribedEndpoint, 'responses'>>>
}

function descriptionOf(route: string): DescribedEndpoint {
  const [method = '', path = ''] = route.split(' ')
  const endpoint = everyEndpoint.find((each) => each.route === route)
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses
  if (endpoint === undefined || responses === undefined)
    throw new Error(`${route} is not described`)
  return { endpoint, responses }
}

describe('D123: pages', () => {
  const service = testService()

  it.each([
    ['GET /oauth/authorize?client_id=nobody', 400],
    ['GET /claims/no-such-link', 404],
  ])('D123: the page of %s is declared', async (route, status) => {
    // `call` throws for a reply that the operation does not declare.
    const reply = await service.call(route)
    expect([reply.status, reply.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
  })
})
