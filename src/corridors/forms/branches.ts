// Bank branches, for the five currencies whose form has a list of branches. There is no public directory, so the lists are
// generated from the structure of branch numbers, and every number of that structure is accepted, listed or not (gap 40).

import { lazy } from '../../kernel/lazy.ts'
import { banks } from './catalogue/banks.ts'
import { complementToTen } from './checksums.ts'
import type { Choice } from './wire.ts'

/** The highest branch number of three digits. */
const BRANCHES_MAX = 999

type Scheme = {
  readonly banks: () => readonly Choice[]
  /** Whether `code` can be a branch of the bank; `bank` is undefined when the account has no bank code. */
  readonly isBranch: (code: string, bank: string | undefined) => boolean
  /** The branches to list for the chosen bank. */
  readonly list: (bank: string) => readonly Choice[]
}

const threeDigits = (number: number) => String(number).padStart(3, '0')

const branchNumbers = lazy(() =>
  Array.from({ length: BRANCHES_MAX }, (_, index) => threeDigits(index + 1)),
)

const numberedBranches = lazy(() =>
  branchNumbers().map((key): Choice => ({ key, name: `Branch ${key}` })),
)

/** Every branch number has three digits; the list contains all but 000. */
const threeDigitScheme = (listBanks: () => readonly Choice[]): Scheme => ({
  banks: listBanks,
  isBranch: (code) => /^\d{3}$/.test(code),
  list: numberedBranches,
})

// Bangladesh: a routing number is the bank (3 digits), the district (2), the branch (3) and a check digit. The list
// covers three large districts. The weights were derived from published numbers, so they are used to list, not to refuse.
const DISTRICTS: Readonly<Record<string, string>> = {
  27: 'Dhaka',
  26: 'Dhaka North',
  15: 'Chattogram',
}
const ROUTING_WEIGHTS = [5, 7, 1]

function routingNumber(bank: string, district: string, branch: string): string {
  const base = bank + district + branch
  const sum = [...base].reduce(
    (total, digit, index) =>
      total + Number(digit) * (ROUTING_WEIGHTS[index % ROUTING_WEIGHTS.length] ?? 0),
    0,
  )
  return base + String(complementToTen(sum))
}

const BANGLADESH: Scheme = {
  banks: banks.bangladesh,
  isBranch: (code, bank) => /^\d{9}$/.test(code) && (bank === undefined || code.startsWith(bank)),
  list: (bank) =>
    Object.entries(DISTRICTS).flatMap(([district, name]) =>
      branchNumbers().map((branch) => ({
        key: routingNumber(bank, district, branch),
        name: `${name}, branch ${branch}`,
      })),
    ),
}

// Namibia: of the six digits of a branch number, the first two identify the bank and the last two the country.
const NAMIBIAN_PREFIXES: Readonly<Record<string, string>> = {
  BWLINA: '48',
  FIRNNA: '28',
  NEDSNA: '46',
  SBNMNA: '08',
}
const NAMIBIAN_BRANCHES = 99
const NAMIBIAN_ENDING = '72'

const NAMIBIA: Scheme = {
  banks: banks.namibia,
  isBranch: (code) => /^\d{6}$/.test(code),
  list: (bank) => {
    const prefix = NAMIBIAN_PREFIXES[bank]
    if (prefix === undefined) return []
    return Array.from({ length: NAMIBIAN_BRANCHES }, (_, index) => {
      const key = prefix + String(index + 1).padStart(2, '0') + NAMIBIAN_ENDING
      return { key, name: `Branch ${key}` }
    })
  },
}

/** Branch numbers have up to four digits; the list contains those of three. */
const URUGUAY: Scheme = {
  banks: banks.uruguay,
  isBranch: (code) => /^\d{1,4}$/.test(code),
  list: numberedBranches,
}

const schemes: ReadonlyMap<string, Scheme> = new Map([
  ['BDT', BANGLADESH],
  ['JPY', threeDigitScheme(banks.japan)],
  ['LKR', threeDigitScheme(banks.sriLanka)],
  ['NAD', NAMIBIA],
  ['UYU', URUGUAY],
])

/** The branches to list for `bank`; empty for a bank that the currency does not have. */
export function branchesOf(currency: string, bank: string): readonly Choice[] {
  const scheme = schemes.get(currency)
  return scheme?.banks().some(({ key }) => key === bank) ? scheme.list(bank) : []
}

/** Whether `code` can be a branch of the bank. */
export function isBranchCode(currency: string, code: string, bank: string | undefined): boolean {
  return schemes.get(currency)?.isBranch(code, bank) ?? false
}
