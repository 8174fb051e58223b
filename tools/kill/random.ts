// Chance that can be repeated: the same seed and name give the same throws.

import { createHash } from 'node:crypto'

export type Random = {
  /** From 0 up to, and without, `below`. */
  whole(below: number): number
  between(least: number, most: number): number
  chance(of: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  uuid(): string
}

export function randomOf(seed: number, name: string): Random {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE(0)
  // Mulberry32: small, fast, and even enough to choose what a client does next.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
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
