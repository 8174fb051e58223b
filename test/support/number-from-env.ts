// Reads the environment variables with which a person changes a test or a benchmark: its length or its seed.

/** The number in the variable `name`, or `whenAbsent`. Throws for text that is not a number of at least `min`. */
export function numberFromEnv(name: string, whenAbsent: number, min = 1): number {
  const text = process.env[name]
  if (text === undefined) return whenAbsent
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value >= min && Number.isFinite(value)) return value
  throw new Error(`${name} is "${text}": set it to a number of at least ${min}, or unset it.`)
}

/** A seed of a random test. Seeds may be negative. */
export function seedFromEnv(name: string, whenAbsent: number): number {
  return numberFromEnv(name, whenAbsent, Number.MIN_SAFE_INTEGER)
}
