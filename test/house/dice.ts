// Chance that can be repeated: the same seed rolls the same numbers.

export type Dice = {
  /** A whole number from 0 up to, and without, `sides`. */
  roll(sides: number): number
  pick<T>(from: readonly T[]): T
  /** True once in `times`. */
  once(times: number): boolean
}

/** Mulberry32: small, and random enough to choose what to do next. */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
  return {
    roll,
    pick: (from) => {
      const picked = from[roll(from.length)]
      if (picked === undefined) throw new RangeError('there is nothing to pick from')
      return picked
    },
    once: (times) => roll(times) === 0,
  }
}
