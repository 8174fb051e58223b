// Chance that can be repeated: the same seed and name give the same throws.

import { createHash } from 'node:crypto'
import { chanceFrom } from '../../test/support/dice.ts'

export type Random = {
  /** From 0 up to, and without, `below`. */
  whole(below: number): number
  between(least: number, most: number): number
  chance(of: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  uuid(): string
}

export function randomOf(seed: number, name: string): Random {
  const next = chanceFrom(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE(0))
  const whole = (below: number) => Math.floor(next() * below)
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => whole(16).toString(16)).join('')
  return {
    whole,
    between: (least, most) => least + whole(most - least + 1),
    chance: (of) => next() < of,
    pick: (from) => from[whole(from.length)] ?? from[0],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
