// A random source that gives the same values for the same seed and name, so that a run can be repeated.

import { createHash } from 'node:crypto'
import { mulberry32 } from '../../test/support/seeded-random.ts'

export type Random = {
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  uuid(): string
}

export function randomOf(seed: number, name: string): Random {
  const next = mulberry32(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE(0))
  const whole = (below: number) => Math.floor(next() * below)
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => whole(16).toString(16)).join('')
  return {
    whole,
    between: (least, most) => least + whole(most - least + 1),
    chance: (probability) => next() < probability,
    pick: (from) => from[whole(from.length)] ?? from[0],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
