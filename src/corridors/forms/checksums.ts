// Check digits of account, bank, card and tax numbers that no library covers. A function whose name begins with `is` or `passes`
// checks a number without separators, and returns false for a malformed number.

type Weights = readonly number[]

const digitsOf = (text: string): readonly number[] => [...text].map(Number)

/** The sum of each digit times its weight. */
function weightedSum(
  text: string,
  weights: Weights,
  reduceProduct: (product: number) => number = (product) => product,
): number {
  return digitsOf(text).reduce(
    (sum, digit, at) => sum + reduceProduct(digit * (weights[at] ?? 0)),
    0,
  )
}

/** `length` weights that repeat the given ones: 3, 7, 1, 3, 7, 1, ... */
const repeat = (weights: Weights, length: number): Weights =>
  Array.from({ length }, (_, at) => weights[at % weights.length] ?? 0)

/** The remainder of a number too long for a double. */
const mod97 = (digits: string): number => Number(BigInt(digits) % 97n)

/** The digit that makes a sum divisible by ten. */
export const complementToTen = (sum: number): number => (10 - (sum % 10)) % 10

/** Luhn: bank cards and Swedish bankgiro numbers. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

// Federal Reserve districts, thrift institutions, electronic transactions and traveller's cheques.
const ABA_PREFIX = /^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

/** United States: ABA routing number. */
export function isAbaRoutingNumber(digits: string): boolean {
  return (
    /^\d{9}$/.test(digits) &&
    ABA_PREFIX.test(digits) &&
    weightedSum(digits, repeat([3, 7, 1], 9)) % 10 === 0
  )
}

/** Mexico: CLABE. */
export function isClabe(digits: string): boolean {
  if (!/^\d{18}$/.test(digits)) return false
  const sum = weightedSum(digits.slice(0, 17), repeat([3, 7, 1], 17), (n) => n % 10)
  return complementToTen(sum) === Number(digits[17])
}

const NOT_ONE_DIGIT_REPEATED = /^(?!(.)\1*$)/

/** Brazil: tax number of a person. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || !NOT_ONE_DIGIT_REPEATED.test(digits)) return false
  const checkDigit = (length: number) => {
    const weights = Array.from({ length }, (_, at) => length + 1 - at)
    return ((weightedSum(digits.slice(0, length), weights) * 10) % 11) % 10
  }
  return checkDigit(9) === Number(digits[9]) && checkDigit(10) === Number(digits[10])
}

const CHARACTER_CODE_OF_ZERO = '0'.charCodeAt(0)
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Brazil: tax number of a company. Since 2026 its first twelve characters may be letters. */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || !NOT_ONE_DIGIT_REPEATED.test(text)) return false
  const values = [...text].map((character) => character.charCodeAt(0) - CHARACTER_CODE_OF_ZERO)
  const checkDigit = (length: number) => {
    const weights = CNPJ_WEIGHTS.slice(CNPJ_WEIGHTS.length - length)
    const sum = weights.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0)
    const remainder = sum % 11
    return remainder < 2 ? 0 : 11 - remainder
  }
  return checkDigit(12) === values[12] && checkDigit(13) === values[13]
}

/** Chile: RUT, whose check digit may be K. */
export function isRut(text: string): boolean {
  if (!/^\d{7,8}[\dK]$/.test(text)) return false
  const sum = digitsOf(text.slice(0, -1))
    .toReversed()
    .reduce((all, digit, at) => all + digit * (2 + (at % 6)), 0)
  // A difference of ten is written as K, and one of eleven as 0.
  return '0123456789K0'[11 - (sum % 11)] === text.at(-1)
}

/** Argentina: CBU, two blocks with a check digit each. */
export function isCbu(digits: string): boolean {
  if (!/^\d{22}$/.test(digits)) return false
  const hasCheckDigit = (block: string, weights: Weights) =>
    complementToTen(weightedSum(block.slice(0, -1), weights)) === Number(block.at(-1))
  return (
    hasCheckDigit(digits.slice(0, 8), [7, 1, 3, 9, 7, 1, 3]) &&
    hasCheckDigit(digits.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3])
  )
}

const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
/** Check digits instead of the differences that have two digits. */
const CUIT_REPLACEMENTS: ReadonlyMap<number, number> = new Map([
  [11, 0],
  [10, 9],
])

/** Argentina: CUIT or CUIL. */
export function isCuit(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false
  const difference = 11 - (weightedSum(digits, CUIT_WEIGHTS) % 11)
  return (CUIT_REPLACEMENTS.get(difference) ?? difference) === Number(digits[10])
}

const ACN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1, 1]
const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const ABN_MODULUS = 89

/** Australia: company number, and by the same rule registered body number. */
export function isAcn(digits: string): boolean {
  return /^\d{9}$/.test(digits) && weightedSum(digits, ACN_WEIGHTS) % 10 === 0
}

/** Australia: business number. Its first digit is reduced by one before it is weighted. */
export function isAbn(digits: string): boolean {
  const loweredBy = ABN_WEIGHTS[0] ?? 0
  return (
    /^[1-9]\d{10}$/.test(digits) &&
    (weightedSum(digits, ABN_WEIGHTS) - loweredBy) % ABN_MODULUS === 0
  )
}

/** Morocco: RIB, which is divisible by 97. */
export function isMoroccanRib(digits: string): boolean {
  return /^\d{24}$/.test(digits) && mod97(digits) === 0
}

/** Mozambique: NIB, by ISO 7064 MOD 97-10. */
export function isMozambicanNib(digits: string): boolean {
  return /^\d{21}$/.test(digits) && mod97(digits) === 1
}

const HUNGARIAN_WEIGHTS = [9, 7, 3, 1]

/** Hungary: bank and branch, then the account of eight or sixteen digits, each with a check digit. No bank code begins with 0. */
export function isHungarianAccount(digits: string): boolean {
  if (!/^[1-9]\d{15}(?:\d{8})?$/.test(digits)) return false
  const hasCheckDigit = (block: string) =>
    weightedSum(block, repeat(HUNGARIAN_WEIGHTS, block.length)) % 10 === 0
  return hasCheckDigit(digits.slice(0, 8)) && hasCheckDigit(digits.slice(8))
}

/** Hungary: the check digit of an account of sixteen digits, from the fifteen digits before it. */
export function hungarianCheckDigit(digits: string): number {
  return complementToTen(weightedSum(digits, repeat(HUNGARIAN_WEIGHTS, digits.length)))
}

const CZECH_ACCOUNT_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1]

/** Czechia: an account number or its prefix, up to ten digits. */
export function isCzechNumber(digits: string): boolean {
  if (!/^\d{1,10}$/.test(digits)) return false
  return weightedSum(digits.padStart(10, '0'), CZECH_ACCOUNT_WEIGHTS) % 11 === 0
}
