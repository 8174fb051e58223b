// Names of merchant categories (ISO 18245), and the categories that have rules. A category that is not in the table is
// shown as General.

import type { TransactionType } from './row.ts'

const names: Readonly<Record<string, string>> = {
  '3000': 'Airlines',
  '3351': 'Car rental',
  '3501': 'Hotels',
  '4111': 'Local transport',
  '4112': 'Passenger railways',
  '4121': 'Taxis',
  '4511': 'Airlines',
  '4722': 'Travel agencies',
  '4814': 'Telecommunication services',
  '4829': 'Money transfers',
  '4900': 'Utilities',
  '5311': 'Department stores',
  '5411': 'Grocery stores',
  '5541': 'Service stations',
  '5542': 'Automated fuel dispensers',
  '5651': 'Clothing stores',
  '5732': 'Electronics stores',
  '5812': 'Restaurants',
  '5813': 'Bars',
  '5814': 'Fast food',
  '5912': 'Pharmacies',
  '5942': 'Book stores',
  '5999': 'Specialty retail',
  '6010': 'Cash at a bank counter',
  '6011': 'Cash machines',
  '6051': 'Quasi cash',
  '6540': 'Stored value',
  '7011': 'Hotels',
  '7512': 'Car rental',
  '7832': 'Cinemas',
  '8062': 'Hospitals',
  '8220': 'Universities',
}

/** The name of a merchant category code; General for a code that is not in the table. */
export function categoryName(code: string): string {
  return names[code] ?? 'General'
}

const typeByCategory: Readonly<Record<string, TransactionType>> = {
  '6010': 'CASH_ADVANCE',
  '4829': 'ACCOUNT_FUNDING',
  '6051': 'ACCOUNT_FUNDING',
  '6540': 'ACCOUNT_FUNDING',
}

/** The type of transaction that a category implies (D73); undefined when the terminal decides the type. */
export function typeOfCategory(code: string): TransactionType | undefined {
  return typeByCategory[code]
}

const CAR_RENTAL_AND_HOTELS = { from: 3351, to: 3999 }
const preAuthorisingCategories = new Set(['7011', '7512', '5542'])

/** Whether merchants authorise before they have the final amount: hotels, car rental, fuel dispensers (D72). */
export function isPreAuthorisingCategory(code: string): boolean {
  const number = Number(code)
  const { from, to } = CAR_RENTAL_AND_HOTELS
  return preAuthorisingCategories.has(code) || (number >= from && number <= to)
}
