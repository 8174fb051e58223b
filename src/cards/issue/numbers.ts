// Card numbers, PINs and verification codes of the sandbox. A number consists of the configured first six digits, which
// belong to no bank, an account number in the range of the cell (`kernel/cells.ts`), and the check digit of ISO/IEC 7812 (Luhn).

import { CELL_MAX } from '../../kernel/cells.ts'

/** In digits, as are the other lengths of this file (D61, D64). */
const PAN_LENGTH = 16
const PIN_LENGTH = 4
/** Byte values below this give each digit equally often: 250 is the greatest multiple of 10 up to 256. */
const BYTE_VALUES_USED = 250

/** Evenly distributed digits of a random secret; undefined when too few of its bytes can be used. */
function digitsOf(secret: string, count: number): string | undefined {
  const digits = [...Buffer.from(secret, 'base64url')]
    .filter((byte) => byte < BYTE_VALUES_USED)
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

export const BIN_LENGTH = 6
const ACCOUNT_LENGTH = PAN_LENGTH - BIN_LENGTH - 1
/** Cell 0 issues the account numbers below this; the other cells share the rest (gap 813). */
const CELL_0_ACCOUNTS = 500_000_000
/** How many account numbers each cell except cell 0 has for one BIN. */
const ACCOUNTS_PER_CELL = Math.floor((10 ** ACCOUNT_LENGTH - CELL_0_ACCOUNTS) / CELL_MAX)

/** A card number that begins with `bin` and belongs to the cell, so that two cells never issue the same number (D128). */
export function randomPan(bin: string, cell: number, random: { secret(): string }): string {
  const value = Number(randomDigits(random, ACCOUNT_LENGTH))
  const account =
    cell === 0
      ? value % CELL_0_ACCOUNTS
      : CELL_0_ACCOUNTS + (cell - 1) * ACCOUNTS_PER_CELL + (value % ACCOUNTS_PER_CELL)
  const payload = bin + String(account).padStart(ACCOUNT_LENGTH, '0')
  return payload + checkDigit(payload)
}

/** The cell that has issued a card number. Only tests call it, to show that two cells never issue the same number (D128). */
export function cellOfPan(pan: string): number {
  const account = Number(pan.slice(BIN_LENGTH, BIN_LENGTH + ACCOUNT_LENGTH))
  if (account < CELL_0_ACCOUNTS) return 0
  return 1 + Math.floor((account - CELL_0_ACCOUNTS) / ACCOUNTS_PER_CELL)
}

/** The digit that makes the Luhn sum of the whole number a multiple of ten. */
function checkDigit(payload: string): number {
  const sum = [...payload].toReversed().reduce((total, digit, n) => {
    const value = Number(digit) * (n % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/**
 * The verification codes of every card of the sandbox: in the magnetic stripe (`cvv1`), in the chip (`icvv`) and printed on the
 * card (`cvv2`). The codes of a real card are not stored (D61).
 */
export const sandboxCodes = { cvv1: '123', icvv: '456', cvv2: '789' } as const
