// Lets `toEqual`, `toMatchObject` and the other matchers that look into objects compare times. Without it they would
// accept any two instants as equal, because the objects of Temporal have no fields.

import { expect } from 'vitest'

const tagOf = (value: unknown): string => Object.prototype.toString.call(value)

expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    tagOf(a).startsWith('[object Temporal.') && tagOf(a) === tagOf(b)
      ? String(a) === String(b)
      : undefined,
])
