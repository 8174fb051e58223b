import { expect, it } from 'vitest'
import { memoize } from '../memoize.ts'

it('memoize computes each result once, and clears the cache when it is full', () => {
  const computed: number[] = []
  const double = memoize(2, (n: number) => {
    computed.push(n)
    return 2 * n
  })
  expect([double(1), double(2), double(1), double(2)]).toEqual([2, 4, 2, 4])
  expect(computed).toEqual([1, 2])
  expect([double(3), double(3), double(2)]).toEqual([6, 6, 4])
  expect(computed).toEqual([1, 2, 3, 2])
})

it('memoize does not cache a failure', () => {
  let isFailing = true
  const find = memoize(2, (key: string) => {
    if (isFailing) throw new Error('failure')
    return key
  })
  expect(() => find('a')).toThrow('failure')
  isFailing = false
  expect(find('a')).toBe('a')
})
