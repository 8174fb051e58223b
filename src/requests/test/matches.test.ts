// The JSON text of a request that matches a search is never rejected, and that of most others is.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { idempotencies, type RequestSummary } from '../model.ts'
import { isMatch, jsonFilterOf } from '../search/matches.ts'
import { readWords } from '../search/read-words.ts'

const TRACE_ID = '3cf3dd96-903e-873a-9bb4-000000000001'

const requests: fc.Arbitrary<RequestSummary> = fc
  .record({
    operation: fc.constantFrom('getTransfer', 'createTransfer', 'get"Transfer'),
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constantFrom('/v1/transfers/7', '/v1/"onlyReads":true,"status":200'),
    onlyReads: fc.boolean(),
    status: fc.constantFrom(200, 303, 404, 500),
    idempotency: fc.constantFrom(...idempotencies),
    traceId: fc.constantFrom(TRACE_ID, TRACE_ID.replace(/1$/, '2')),
    subjects: fc.subarray(['transfer:7', 'transfer:77', 'quote:a"b']),
  })
  .map(({ path, onlyReads, status, ...others }) => ({
    profileId: null,
    applicationId: null,
    route: path,
    path,
    // The log writes these two fields next to each other (`summaryMaker`).
    onlyReads,
    status,
    durationUs: 1,
    errors: [],
    answeredMs: 0,
    ...others,
  }))

const searches = fc
  .subarray([
    'hide:reads',
    'is:error',
    'transfer:7',
    'method:GET',
    'path:/v1/transfers',
    'path:/v1/"only',
    'operation:getTransfer',
    `trace:${TRACE_ID}`,
    'is:replayed',
    'status:>=300',
    'status:>=404',
  ])
  .map((words) => words.join(' '))

it('a request that meets the conditions is not rejected by its text', () => {
  fc.assert(
    fc.property(requests, searches, (request, search) => {
      const conditions = readWords(search)
      if (isMatch(request, conditions))
        expect(jsonFilterOf(conditions)(JSON.stringify(request))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['hide:reads', { onlyReads: true, status: 200 }],
  ['is:error', { onlyReads: false, status: 303 }],
  ['status:>=500', { onlyReads: true, status: 200 }],
  ['transfer:7', { subjects: ['transfer:77'] }],
  ['path:/v1/transfers/7', { path: '/v1/transfers/8', route: '/v1/transfers/{transferId}' }],
  ['operation:getTransfer', { operation: 'createTransfer' }],
  [`trace:${TRACE_ID}`, { traceId: TRACE_ID.replace(/1$/, '2') }],
])('%s rejects the text of %j', (search, fields) => {
  expect(jsonFilterOf(readWords(search))(JSON.stringify(fields))).toBe(false)
})
