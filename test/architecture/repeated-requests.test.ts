// Tests `repetitionsOf`, which returns the rows of docs/printed/idempotency.md, and the functions that count effects.

import { describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { acceptsIdempotencyKey } from '../../src/kernel/endpoint.ts'
import { repetitionsOf } from '../../tools/print/idempotency.ts'
import { effectOf, times } from './repeated-requests.ts'

describe('repeated requests', () => {
  const [reading] = everyEndpoint.filter(({ effect }) => effect === 'reads')
  const [keyless] = everyEndpoint.filter(
    (endpoint) =>
      endpoint.effect !== 'reads' && endpoint.onRepeat && !acceptsIdempotencyKey(endpoint),
  )

  it('repetitionsOf returns no row for a reading operation, nor for a writing operation that declares nothing about repetition', () => {
    if (reading === undefined || keyless === undefined) throw new Error('there are no operations')
    const { onRepeat: _, ...undeclared } = { ...keyless, route: 'PUT /v1/things' as const }
    expect([...repetitionsOf(reading), ...repetitionsOf(undeclared)]).toEqual([])
    expect(repetitionsOf(keyless).map(({ key }) => key)).toContain(undefined)
  })

  const counts = (quotes: [number, string], one_time_tokens: [number, string]) => ({
    quotes: { count: quotes[0], fingerprint: quotes[1] },
    one_time_tokens: { count: one_time_tokens[0], fingerprint: one_time_tokens[1] },
  })
  const before = counts([2, '2 aa'], [1, '1 bb'])

  it.each([
    ['nothing when no row differs', counts([2, '2 aa'], [1, '1 bb']), false, {}],
    ['an added row', counts([3, '3 cc'], [1, '1 bb']), false, { quotes: 1 }],
    [
      'a changed and a removed row',
      counts([2, '2 cc'], [0, '0 0']),
      false,
      { quotes: 0, one_time_tokens: -1 },
    ],
    [
      'no row of a challenge when the operation is challenged',
      counts([2, '2 cc'], [0, '0 0']),
      true,
      { quotes: 0 },
    ],
  ])('the effect of a request has %s', (_, after, isChallenged, effect) => {
    expect(effectOf(before, after, isChallenged)).toEqual(effect)
  })

  it('times multiplies each count by the number of requests, and returns no count for 0 requests', () => {
    const effect = { quotes: 1, one_time_tokens: -1 }
    expect(times(2, effect)).toEqual({ quotes: 2, one_time_tokens: -2 })
    expect(times(0, effect)).toEqual({})
  })
})
