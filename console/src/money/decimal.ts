// Sums of amounts without rounding. The API prints amounts as JSON numbers of at most fifteen digits.

/** Decimal places: ISO 4217 has no currency with more than four. */
const SCALE = 4

/** An exact amount: an integer of ten-thousandths. */
export type ExactAmount = bigint

/** The exact amount of a number with at most `SCALE` decimal places. */
export function exactAmount(value: number): ExactAmount {
  const [whole = '0', decimals = ''] = String(Math.abs(value)).split('.')
  const units = BigInt(whole + decimals.padEnd(SCALE, '0').slice(0, SCALE))
  return value < 0 ? -units : units
}

/** Decimal text, which components format without losing a digit. */
export function toDecimal(units: ExactAmount): string {
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`
}
