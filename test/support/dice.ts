// Random choices that a seed repeats.

export type Dice = {
  /** A whole number from 0 to `below` - 1. */
  roll(below: number): number
  pick<T>(from: readonly T[]): T
  /** True once in `times`. */
  oneIn(times: number): boolean
}

/** Numbers from 0 to 1, without 1, by Mulberry32: small, and random enough to choose test actions. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function dice(seed: number): Dice {
  const next = chanceFrom(seed)
  const roll = (below: number): number => Math.floor(next() * below)
  return {
    roll,
    pick: (from) => {
      const picked = from[roll(from.length)]
      if (picked === undefined) throw new RangeError('pick needs a non-empty list')
      return picked
    },
    oneIn: (times) => roll(times) === 0,
  }
}
