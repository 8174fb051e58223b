// Exact decimals: rates, percentages and amounts as text. Every division names its rounding.

/** `digits / 10^scale`. */
export type Decimal = { readonly digits: bigint; readonly scale: number }

export type Rounding = 'exact' | 'down' | 'up' | 'half_up' | 'half_even'

/**
 * The most digits before the point, and the most after it; a choice of this project. No amount, rate or percentage has as
 * many, and a longer text of a hostile client would make each calculation slow.
 */
export const DIGITS_MAX = 40
const FORM = new RegExp(`^(-?)(\\d{1,${DIGITS_MAX}})(?:\\.(\\d{1,${DIGITS_MAX}}))?$`)

/** Undefined when `text` is not a plain decimal number. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = FORM.exec(text)
  if (match === null) return undefined
  const fraction = match[3] ?? ''
  const digits = BigInt(match[2]! + fraction)
  return { digits: match[1] === '-' ? -digits : digits, scale: fraction.length }
}

/** For constants and stored values. Throws when `text` is not a plain decimal number. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  if (parsed === undefined) throw new RangeError(`not a decimal: ${text}`)
  return parsed
}

/** The shortest text of the number: no trailing zeros after the point. */
export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + padded
  const fraction = padded.slice(-scale).replace(/0+$/, '')
  return sign + padded.slice(0, -scale) + (fraction === '' ? '' : `.${fraction}`)
}

export function decimalNumber(value: Decimal): number {
  return Number(decimalText(value))
}

/**
 * `n / d` as a whole number. `down` rounds towards minus infinity, `up` towards plus infinity, and `half_up` rounds halves
 * away from zero. `exact` throws when `d` does not divide `n`.
 */
export function divide(n: bigint, d: bigint, rounding: Rounding): bigint {
  if (d <= 0n) throw new RangeError('divisor must be positive')
  const floor = n >= 0n ? n / d : -((-n + d - 1n) / d)
  const remainder = n - floor * d
  if (remainder === 0n) return floor
  const twice = remainder * 2n
  switch (rounding) {
    case 'exact':
      throw new RangeError(`inexact division: ${n} / ${d}`)
    case 'down':
      return floor
    case 'up':
      return floor + 1n
    case 'half_up':
      return twice > d || (twice === d && n > 0n) ? floor + 1n : floor
    case 'half_even':
      return twice > d || (twice === d && floor % 2n !== 0n) ? floor + 1n : floor
  }
}

/**
 * The quotient of two positive decimals, rounded half up to `significantDigits` significant digits. A quotient whose whole
 * part has more digits is rounded to a whole number.
 */
export function quotient(a: Decimal, b: Decimal, significantDigits: number): Decimal {
  const numerator = a.digits * 10n ** BigInt(b.scale)
  const denominator = b.digits * 10n ** BigInt(a.scale)
  // The numbers of digits determine the size of the quotient to within one digit.
  let scale = Math.max(0, significantDigits - countDigits(numerator) + countDigits(denominator))
  let digits = divide(numerator * 10n ** BigInt(scale), denominator, 'half_up')
  const excess = Math.min(scale, countDigits(digits) - significantDigits)
  if (excess > 0) {
    scale -= excess
    digits = divide(numerator * 10n ** BigInt(scale), denominator, 'half_up')
  }
  return decimal(decimalText({ digits, scale }))
}

function countDigits(positive: bigint): number {
  return positive.toString().length
}
