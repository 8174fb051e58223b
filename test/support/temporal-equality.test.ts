// Vitest compares the times in objects, which it does only with `temporal-equality.ts`.

import { expect, it } from 'vitest'

const at = Temporal.Instant.from('2026-01-05T10:00:00Z')

it('toEqual and toMatchObject refuse an instant that is one nanosecond later', () => {
  const later = at.add({ nanoseconds: 1 })
  expect({ at }).toEqual({ at: at.add({ seconds: 0 }) })
  expect({ at }).not.toEqual({ at: later })
  expect({ at }).not.toMatchObject({ at: later })
})
