// The answers of the account purpose (B 4.4): the values of each field, and the fields that a person and a business must
// send.

import isoCountries from 'i18n-iso-countries'
import type { Fault } from '../../kernel/refusal.ts'
import { FieldInvalid, FieldMissing } from '../errors.ts'

export const accountPurposes = [
  'MOVING_SAVINGS',
  'SENDING_MONEY_TO_FRIENDS_OR_FAMILY',
  'GENERAL_LIVING_EXPENSES',
  'BUYING_GOODS_OR_SERVICES_ABROAD',
  'PAYING_FOR_MORTGAGE_OR_LOAN',
  'PAYING_BILLS',
  'RECEIVING_SALARY_OR_PENSION',
  'INVESTING',
] as const

/** Brackets in whole euros, as are `annualIncomes` and `monthlyVolumes`: lower and upper bound; `+` means no upper bound. */
export const yearlyVolumes = [
  '0_2350',
  '2351_6000',
  '6001_11500',
  '11501_60000',
  '60001_175000',
  '175001_+',
] as const

export const incomeSources = [
  'SALARY',
  'INVESTMENTS',
  'PENSION',
  'INHERITANCE',
  'LOAN',
  'OTHER',
] as const

export const annualIncomes = [
  '0_11500',
  '11501_19000',
  '19001_28500',
  '28501_47500',
  '47501_75000',
  '75001_+',
] as const

export const businessUses = [
  'INVESTING_IN_FUNDS_STOCKS_BONDS_OR_SIMILAR',
  'DISTRIBUTING_COMPANY_PROFITS_OR_PAYING_DIVIDENDS',
  'PAYING_MORTGAGE_BANK_LOAN_INSURANCE_OR_CREDIT',
  'PAYING_FOR_GOODS_PROPERTIES_OR_SERVICES_ABROAD',
  'PAYING_RENT_OR_UTILITIES',
  'PAYING_SUPPLIERS_CONTRACTORS_OR_EMPLOYEES',
  'PAYING_TAX_ON_PROFIT_OR_PROPERTY',
  'TRANSFER_WITHIN_COMPANY_OR_GROUP',
  'RECEIVE_INVESTMENTS_OR_FUNDS',
  'RECEIVE_PAYMENTS_FROM_CLIENTS',
  'DONATION',
  'OTHER',
] as const

export const fundingSources = [
  'BUSINESS_ACTIVITIES',
  'INVESTMENTS',
  'LOAN_OR_OTHER_FINANCING',
  'DONATION',
  'GRANTS',
  'OTHER',
] as const

export const monthlyVolumes = [
  '0_1200',
  '1201_6000',
  '6001_12000',
  '12001_60000',
  '60001_120000',
  '120001_235000',
  '235001_600000',
  '600001_1200000',
  '1200001_6000000',
  '6000001_12000000',
  '12000001_+',
] as const

export type AccountPurpose = {
  readonly accountPurpose?: (typeof accountPurposes)[number] | undefined
  readonly intendedCountries?: readonly string[] | undefined
  readonly yearlyAnticipatedVolume?: (typeof yearlyVolumes)[number] | undefined
  readonly mainSourceOfIncome?: (typeof incomeSources)[number] | undefined
  readonly annualIncome?: (typeof annualIncomes)[number] | undefined
  readonly businessUse?: readonly (typeof businessUses)[number][] | undefined
  readonly mainSourceOfFunding?: (typeof fundingSources)[number] | undefined
  readonly monthlyAnticipatedVolume?: (typeof monthlyVolumes)[number] | undefined
}

const requiredFields: Readonly<Record<'PERSONAL' | 'BUSINESS', readonly (keyof AccountPurpose)[]>> =
  {
    PERSONAL: [
      'accountPurpose',
      'intendedCountries',
      'yearlyAnticipatedVolume',
      'mainSourceOfIncome',
      'annualIncome',
    ],
    BUSINESS: [
      'businessUse',
      'intendedCountries',
      'mainSourceOfFunding',
      'monthlyAnticipatedVolume',
    ],
  }

/**
 * All faults of the answers of a profile of this type. Missing fields come first, because the status of the first fault is
 * the status of the reply.
 */
export function purposeFaults(type: 'PERSONAL' | 'BUSINESS', body: AccountPurpose): Fault[] {
  const missing = requiredFields[type].filter((field) => body[field] === undefined)
  const countries = body.intendedCountries ?? []
  return [
    ...missing.map((path) => ({ kind: FieldMissing, path, message: `${path} is required` })),
    ...countries.flatMap((code, index) =>
      isoCountries.alpha3ToAlpha2(code) === undefined
        ? [
            {
              kind: FieldInvalid,
              path: `intendedCountries.${index}`,
              message: `intendedCountries.${index} must be an ISO 3166-1 alpha-3 country code in capitals`,
              arguments: [code],
            },
          ]
        : [],
    ),
  ]
}

/** The answers that a profile of this type must send; other answers are not stored. */
export function answersOf(type: 'PERSONAL' | 'BUSINESS', body: AccountPurpose): AccountPurpose {
  return Object.fromEntries(requiredFields[type].map((field) => [field, body[field]]))
}
