import { expect, it } from 'vitest'
import { countsByKey } from '../counts.ts'

it('countsByKey counts by key; remove subtracts one, but never counts an unknown key below zero', () => {
  const counts = countsByKey<string>()
  for (const key of ['a', 'a', 'b']) counts.add(key)
  counts.remove('a')
  counts.remove('b')
  counts.remove('c')
  expect(['a', 'b', 'c'].map(counts.of)).toEqual([1, 0, 0])
})
