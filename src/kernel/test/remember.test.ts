import { expect, it } from 'vitest'
import { memoize } from '../remember.ts'

it('finds an answer once, and forgets all when it knows too many', () => {
  const asked: number[] = []
  const double = memoize(2, (n: number) => {
    asked.push(n)
    return 2 * n
  })
  expect([double(1), double(2), double(1), double(2)]).toEqual([2, 4, 2, 4])
  expect(asked).toEqual([1, 2])
  expect([double(3), double(3), double(1)]).toEqual([6, 6, 2])
  expect(asked).toEqual([1, 2, 3, 1])
})

it('remembers nothing of what failed', () => {
  let away = true
  const find = memoize(2, (key: string) => {
    if (away) throw new Error('away')
    return key
  })
  expect(() => find('a')).toThrow('away')
  away = false
  expect(find('a')).toBe('a')
})
