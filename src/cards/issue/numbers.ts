// Card numbers and PINs of the sandbox. A number consists of the configured first six digits, which belong to no bank,
// random digits, and the check digit of ISO/IEC 7812 (Luhn).

const PAN_LENGTH = 16
const PIN_LENGTH = 4
/** Values of a byte that give each digit equally often. */
const BYTES_USED = 250

/** Evenly distributed digits of a random secret; fewer than `count` once in 10^9 secrets of 32 bytes, or less often. */
function digitsOf(secret: string, count: number): string | undefined {
  const digits = [...Buffer.from(secret, 'base64url')]
    .filter((byte) => byte < BYTES_USED)
    .map((byte) => byte % 10)
  return digits.length < count ? undefined : digits.slice(0, count).join('')
}

function randomDigits(random: { secret(): string }, count: number): string {
  for (;;) {
    const digits = digitsOf(random.secret(), count)
    if (digits !== undefined) return digits
  }
}

export function randomPin(random: { secret(): string }): string {
  return randomDigits(random, PIN_LENGTH)
}

/** A card number that begins with `bin`. */
export function randomPan(bin: string, random: { secret(): string }): string {
  const payload = bin + randomDigits(random, PAN_LENGTH - bin.length - 1)
  return payload + checkDigit(payload)
}

/** The digit that makes the Luhn sum of the whole number a multiple of ten. */
function checkDigit(payload: string): number {
  const sum = [...payload].toReversed().reduce((total, digit, n) => {
    const value = Number(digit) * (n % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

export function isValidPan(pan: string): boolean {
  return /^\d{12,19}$/.test(pan) && checkDigit(pan.slice(0, -1)) === Number(pan.at(-1))
}
