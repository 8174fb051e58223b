// Bank branches, for the five currencies whose form asks for one. There is no public directory of
// them at hand, so the lists are made from how the numbers are built, and any number built that
// way is accepted, listed or not.

import { banks } from './banks.ts'
import { once } from './lists.ts'
import type { Choice } from './wire.ts'

const BRANCHES_MAX = 999

type Scheme = {
  readonly banks: () => readonly Choice[]
  /** Whether `code` can be a branch of the bank; the bank is unknown when it is not chosen yet. */
  readonly fits: (code: string, bank: string | undefined) => boolean
  /** The branches to choose from, once the bank is chosen. */
  readonly list: (bank: string) => readonly Choice[]
}

const threeDigits = (number: number) => String(number).padStart(3, '0')

const numbers = once(() =>
  Array.from({ length: BRANCHES_MAX }, (_, index) => threeDigits(index + 1)),
)

const numbered = once(() => numbers().map((key): Choice => ({ key, name: `Branch ${key}` })))

/** Where every branch number has three digits, the list of all of them is complete. */
const threeDigitScheme = (ofBanks: () => readonly Choice[]): Scheme => ({
  banks: ofBanks,
  fits: (code) => /^\d{3}$/.test(code),
  list: numbered,
})

// Routing numbers are bank (3), district (2), branch (3) and a check digit. The list holds three
// large districts; the weights were found from published numbers and are used to list, not to refuse.
const DISTRICTS: Readonly<Record<string, string>> = {
  27: 'Dhaka',
  26: 'Dhaka North',
  15: 'Chattogram',
}
const ROUTING_WEIGHTS = [5, 7, 1]

function routingNumber(bank: string, district: string, branch: string): string {
  const base = bank + district + branch
  const sum = [...base].reduce(
    (all, digit, at) => all + Number(digit) * (ROUTING_WEIGHTS[at % 3] ?? 0),
    0,
  )
  return base + String((10 - (sum % 10)) % 10)
}

const BANGLADESH: Scheme = {
  banks: banks.bangladesh,
  fits: (code, bank) => /^\d{9}$/.test(code) && (bank === undefined || code.startsWith(bank)),
  list: (bank) =>
    Object.entries(DISTRICTS).flatMap(([district, place]) =>
      numbers().map((branch) => ({
        key: routingNumber(bank, district, branch),
        name: `${place}, branch ${branch}`,
      })),
    ),
}

// The first two digits tell the bank, the last two the country.
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
  fits: (code) => /^\d{6}$/.test(code),
  list: (bank) => {
    const prefix = NAMIBIAN_PREFIXES[bank]
    if (prefix === undefined) return []
    return Array.from({ length: NAMIBIAN_BRANCHES }, (_, index) => {
      const key = prefix + String(index + 1).padStart(2, '0') + NAMIBIAN_ENDING
      return { key, name: `Branch ${key}` }
    })
  },
}

/** Branch numbers have up to four digits; the list holds those of three. */
const URUGUAY: Scheme = {
  banks: banks.uruguay,
  fits: (code) => /^\d{1,4}$/.test(code),
  list: numbered,
}

const schemes: ReadonlyMap<string, Scheme> = new Map([
  ['BDT', BANGLADESH],
  ['JPY', threeDigitScheme(banks.japan)],
  ['LKR', threeDigitScheme(banks.sriLanka)],
  ['NAD', NAMIBIA],
  ['UYU', URUGUAY],
])

/** The branches offered after `bank` was chosen; empty for a bank that the currency does not have. */
export function branchesOf(currency: string, bank: string): readonly Choice[] {
  const scheme = schemes.get(currency)
  return scheme?.banks().some(({ key }) => key === bank) ? scheme.list(bank) : []
}

export function branchFits(currency: string, code: string, bank: string | undefined): boolean {
  return schemes.get(currency)?.fits(code, bank) ?? false
}
