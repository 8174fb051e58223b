// A random source that gives the same values for the same seed, so that a failed random test can be repeated.

export type SeededRandom = {
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number
  pick<T>(from: readonly T[]): T
  /** True once in `times`, on average. */
  oneIn(times: number): boolean
}

/** Numbers from 0 to 1, without 1, by Mulberry32: small, and random enough to choose test actions. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function seededRandom(seed: number): SeededRandom {
  const next = mulberry32(seed)
  const whole = (below: number): number => Math.floor(next() * below)
  return {
    whole,
    pick: (from) => {
      const picked = from[whole(from.length)]
      if (picked === undefined) throw new RangeError('pick needs a non-empty list')
      return picked
    },
    oneIn: (times) => whole(times) === 0,
  }
}
