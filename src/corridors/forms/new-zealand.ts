// New Zealand account numbers: the branches of each bank and the algorithm of its check digit.
// Source: Inland Revenue, specification for withholding tax certificates.

type Algorithm = {
  /** One weight for each digit of bank (2), branch (4), base (8) and suffix (4). */
  readonly weights: readonly number[]
  readonly modulus: number
  /** The digits of each product are summed until one is left. */
  readonly foldsProducts: boolean
}

function algorithm(weights: string, modulus: number, { foldsProducts = false } = {}): Algorithm {
  return { weights: weights.split(' ').map(Number), modulus, foldsProducts }
}

// The names are those of the source.
const A = algorithm('0 0 6 3 7 9 0 0 10 5 8 4 2 1 0 0 0 0', 11)
const B = algorithm('0 0 0 0 0 0 0 0 10 5 8 4 2 1 0 0 0 0', 11)
const D = algorithm('0 0 0 0 0 0 0 7 6 5 4 3 2 1 0 0 0 0', 11)
const E = algorithm('0 0 0 0 0 0 0 0 0 0 5 4 3 2 0 0 0 1', 11, { foldsProducts: true })
const F = algorithm('0 0 0 0 0 0 0 1 7 3 1 7 3 1 0 0 0 0', 10)
const G = algorithm('0 0 0 0 0 0 0 1 3 7 1 3 7 1 0 3 7 1', 10, { foldsProducts: true })
const X = algorithm('0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0', 1)

/** From this base number on, the branch is not included in the check. */
const BASE_WITHOUT_BRANCH = 990_000

/** Banks without an entry use A or, from `BASE_WITHOUT_BRANCH` on, B. */
const ALGORITHM_OF_BANK: Readonly<Record<string, Algorithm>> = {
  '08': D,
  '09': E,
  25: F,
  26: G,
  28: G,
  29: G,
  31: X,
  33: F,
}

/** Ranges of branch numbers by bank. */
const BRANCHES: Readonly<Record<string, string>> = {
  '01': '1-999 1100-1199 1800-1899',
  '02': '1-999 1200-1299',
  '03': '1-999 1300-1399 1500-1599 1700-1799 1900-1999 7350-7399',
  '04': '2020-2024',
  '05': '8884-8889',
  '06': '1-999 1400-1499',
  '08': '6500-6599',
  '09': '0-0',
  10: '5165-5169',
  11: '5000-6499 6600-8999',
  12: '3000-3299 3400-3499 3600-3699',
  13: '4900-4999',
  14: '4700-4799',
  15: '3900-3999',
  16: '4400-4499',
  17: '3300-3399',
  18: '3500-3599',
  19: '4600-4649',
  20: '4100-4199',
  21: '4800-4899',
  22: '4000-4049',
  23: '3700-3799',
  24: '4300-4349',
  25: '2500-2599',
  26: '2600-2699',
  27: '3800-3849',
  28: '2100-2149',
  29: '2150-2299',
  30: '2900-2949',
  31: '2800-2849',
  33: '6700-6799',
  35: '2400-2499',
  38: '9000-9499',
  88: '8800-8805',
}

function isBranchOf(bank: string, branch: number): boolean {
  const ranges = BRANCHES[bank]?.split(' ') ?? []
  return ranges.some((range) => {
    const [from = '', to = ''] = range.split('-')
    return branch >= Number(from) && branch <= Number(to)
  })
}

/** The repeated digit sum of a product: 24 becomes 6. */
const fold = (product: number) => (product === 0 ? 0 : ((product - 1) % 9) + 1)

/** `digits` is bank (2), branch (4), base (7) and suffix (2 or 3), without separators. */
export function isNewZealandAccount(digits: string): boolean {
  const match = /^(\d{2})(\d{4})(\d{7})(\d{2,3})$/.exec(digits)
  if (match === null) return false
  const [, bank = '', branch = '', base = '', suffix = ''] = match
  if (!isBranchOf(bank, Number(branch))) return false
  const { weights, modulus, foldsProducts } =
    ALGORITHM_OF_BANK[bank] ?? (Number(base) < BASE_WITHOUT_BRANCH ? A : B)
  const padded = bank + branch + base.padStart(8, '0') + suffix.padStart(4, '0')
  const sum = weights.reduce((total, weight, at) => {
    const product = weight * Number(padded[at])
    return total + (foldsProducts ? fold(product) : product)
  }, 0)
  return sum % modulus === 0
}
