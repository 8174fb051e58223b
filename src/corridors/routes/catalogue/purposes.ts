// The values of a transfer form: why the transfer is made and where the money comes from (Facts 5.5).

import type { Choice } from '../../forms/wire.ts'

const PURPOSE = 'verification.transfers.purpose.'
const SUB_PURPOSE = 'verification.sub.transfers.purpose.'
const SOURCE_OF_FUNDS = 'verification.source.of.funds.'

export const OTHER_SOURCE_OF_FUNDS = `${SOURCE_OF_FUNDS}other`

const GOODS = `${PURPOSE}pay.goods`
const SERVICES = `${PURPOSE}pay.services`
/** Purposes that have an invoice: the client may send the number of the invoice. */
export const purposesWithInvoice: readonly string[] = [GOODS, SERVICES]

/** Purposes of every sender and every recipient. */
export const purposes: readonly Choice[] = [
  { key: `${PURPOSE}purchase.property`, name: 'Buying property abroad' },
  { key: `${PURPOSE}pay.bills`, name: 'Rent or other property expenses' },
  { key: `${PURPOSE}mortgage`, name: 'Mortgage payment' },
  { key: `${PURPOSE}pay.tuition`, name: 'Tuition fees or studying expenses' },
  { key: `${PURPOSE}send.to.family`, name: 'Sending money home to family' },
  { key: `${PURPOSE}living.expenses`, name: 'General monthly living expenses' },
  { key: `${PURPOSE}other`, name: 'Other' },
]

/** Additional purposes when the sender or the recipient is a business. */
export const tradePurposes: readonly Choice[] = [
  { key: GOODS, name: 'Paying for goods' },
  { key: SERVICES, name: 'Paying for services' },
]

/** Additional purposes when the sender is a business. */
export const employerPurposes: readonly Choice[] = [
  { key: `${PURPOSE}pay.employees`, name: 'Salaries and contractors' },
]

export const subPurposes: readonly Choice[] = [
  { key: `${SUB_PURPOSE}pay.interpretation.service`, name: 'Interpretation or translation' },
  { key: `${SUB_PURPOSE}pay.education.service`, name: 'Education or training' },
  { key: `${SUB_PURPOSE}pay.consulting.service`, name: 'Consulting' },
  { key: `${SUB_PURPOSE}pay.design.service`, name: 'Design or advertising' },
  { key: `${SUB_PURPOSE}pay.it.service`, name: 'Software or information technology' },
  { key: `${SUB_PURPOSE}pay.travel.service`, name: 'Travel or accommodation' },
  { key: `${SUB_PURPOSE}pay.freight.service`, name: 'Freight or logistics' },
  { key: `${SUB_PURPOSE}support.family`, name: 'Support of family members' },
  { key: `${SUB_PURPOSE}send.salary`, name: 'Salary sent home' },
  { key: `${SUB_PURPOSE}other`, name: 'Other' },
]

export const sourcesOfFunds: readonly Choice[] = [
  { key: `${SOURCE_OF_FUNDS}salary`, name: 'Salary' },
  { key: `${SOURCE_OF_FUNDS}investment`, name: 'Investments' },
  { key: `${SOURCE_OF_FUNDS}inheritance`, name: 'Inheritance' },
  { key: `${SOURCE_OF_FUNDS}loan`, name: 'Loan' },
  { key: OTHER_SOURCE_OF_FUNDS, name: 'Other' },
]

export const natures: readonly Choice[] = [
  { key: 'MOVING_MONEY_BETWEEN_OWN_ACCOUNTS', name: 'Moving money between own accounts' },
  { key: 'SENDING_MONEY_TO_FAMILY_OR_FRIENDS', name: 'Sending money to family or friends' },
  { key: 'PAYING_FOR_GOODS_OR_SERVICES', name: 'Paying for goods or services' },
  { key: 'PAYING_SALARIES', name: 'Paying salaries' },
  { key: 'INVESTING', name: 'Investing' },
  { key: 'OTHER', name: 'Other' },
]
