// The forms of every target currency.

import type { Form } from '../field.ts'
import { africaAndPacific } from './africa-pacific.ts'
import { easternAsia } from './eastern-asia.ts'
import { europe } from './europe.ts'
import { northAndCentralAmerica } from './north-central-america.ts'
import { emailForm } from './shared-fields.ts'
import { southAmerica } from './south-america.ts'
import { southernAsia } from './southern-asia.ts'

/** Forms for a bank account, a card or a wallet (D17: in 54 currencies). */
const bankForms: Readonly<Record<string, readonly Form[]>> = {
  ...africaAndPacific,
  ...easternAsia,
  ...europe,
  ...northAndCentralAmerica,
  ...southAmerica,
  ...southernAsia,
}

/** Currencies whose recipients are identified only by e-mail address (D19: 101). */
export const emailOnlyCurrencies: readonly string[] = (
  'AFN ALL AMD ANG AOA AWG AZN BAM BBD BHD BIF BMD BND BOB BSD BTN BYN BZD CDF CUC CUP CVE DJF DOP ' +
  'DZD ERN ETB FKP GGP GIP GMD GNF GTQ GYD HNL HTG IMP IQD IRR ISK JEP JMD JOD KGS KHR KMF KPW KWD ' +
  'KYD KZT LAK LBP LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK NIO OMR PAB PGK PYG QAR RSD ' +
  'RWF SAR SBD SCR SDG SHP SLE SLL SOS SRD STN SVC SYP SZL TJS TMT TND TOP TTD TWD UZS VES VUV WST ' +
  'XAF XCD XOF XPF YER'
).split(' ')

/**
 * The currencies of the recorded forms (Facts 10.5) that have no form, so they cannot be paid out. Currencies that the recorded
 * forms do not name, such as HRK, have no form either.
 */
export const emptyCurrencies: readonly string[] = ['BWP', 'GHS', 'ZMW']

const onlyByEmail: readonly Form[] = [emailForm]

const catalogue: ReadonlyMap<string, readonly Form[]> = new Map([
  ...Object.entries(bankForms),
  ...emailOnlyCurrencies.map((currency) => [currency, onlyByEmail] as const),
  ...emptyCurrencies.map((currency) => [currency, []] as const),
])

/** The types of all forms, without duplicates. */
export const accountTypes: readonly string[] = [
  ...new Set([...catalogue.values()].flatMap((forms) => forms.map(({ type }) => type))),
]

/** Forms in the order in which clients show them; empty for a currency that is unknown or cannot be paid out. */
export function formsOf(currency: string): readonly Form[] {
  return catalogue.get(currency) ?? []
}

/** Whether money can be paid out in `currency`. */
export function hasForms(currency: string): boolean {
  return formsOf(currency).length > 0
}

const byType: ReadonlyMap<string, Form> = new Map(
  [...catalogue].flatMap(([currency, forms]) =>
    forms.map((form) => [`${currency} ${form.type}`, form] as const),
  ),
)

export function findForm(currency: string, type: string): Form | undefined {
  return byType.get(`${currency} ${type}`)
}
