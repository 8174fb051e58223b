// The three Australian numbers. No library in use knows them; the rules are those that the
// registers publish.

const ACN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1] as const
const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19] as const
const ABN_MODULUS = 89

/** The digits of a number that is customarily written in groups. */
export function bareDigits(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/**
 * Company number, and by the same rule registered body number: nine digits, of which the last makes
 * the weighted sum a multiple of ten.
 */
export function isAcn(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false
  return (weighted(digits, ACN_WEIGHTS) + Number(digits.at(-1))) % 10 === 0
}

/** Business number: eleven digits; the first is lowered by one before they are weighted. */
export function isAbn(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  return (weighted(digits, ABN_WEIGHTS) - ABN_WEIGHTS[0]) % ABN_MODULUS === 0
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
}
