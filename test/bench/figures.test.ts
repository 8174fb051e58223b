// The median and percentiles of figures, and the loop that begins requests at a fixed rate.

import { describe, expect, it } from 'vitest'
import { latencyOf, median } from '../../bench/figures.ts'
import { openLoop } from '../../bench/load-generator/pace.ts'

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (figures, expected) => {
    expect(median(figures)).toBe(expected)
  })
})

describe('latencyOf', () => {
  it.each([
    [100, { p50: 50, p95: 95, p99: 99 }],
    [3, { p50: 2, p95: 3, p99: 3 }],
    [1, { p50: 1, p95: 1, p99: 1 }],
  ])('of the numbers 1 to %d is %j', (count, expected) => {
    expect(latencyOf(Array.from({ length: count }, (_, n) => count - n))).toEqual(expected)
  })

  it('of no numbers is NaN at every percentile', () => {
    expect(latencyOf([])).toEqual({ p50: Number.NaN, p95: Number.NaN, p99: Number.NaN })
  })
})

describe('openLoop', () => {
  it('ends at the first error of a request and throws it, without an unhandled rejection', async () => {
    const started = performance.now()
    const loop = openLoop({ perSecond: 1000, seconds: 60 }, async (n) => {
      if (n >= 1) throw new Error(`request ${n} was declined`)
    })
    await expect(loop).rejects.toThrow('request 1 was declined')
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
