// The choices in the forms of a verification, as codes of the API, and the fields of the form for the purpose of an account.

import { choiceField, textField } from '../../forms/fields.ts'

export const documentTypes = [
  'SOURCE_OF_WEALTH',
  'ID_PROOF',
  'ADDRESS_PROOF',
  'TRADING_ADDRESS_PROOF',
  'BUSINESS_AUTH_REP_PROOF_BY_AUTH_LETTER',
] as const

export const evidenceTypes = [
  'ACCOUNT_PURPOSE',
  'BUSINESS_USE',
  'USE_CASE_COUNTRIES',
  'ANNUAL_VOLUME',
  'MONTHLY_VOLUME',
  'INCOME',
  'SOURCE_OF_INCOME',
  'SOURCE_OF_FUNDING',
  ...documentTypes,
  'INCOME_EXPLANATION',
  'ACCOUNT_PURPOSE_EXPLANATION',
]

export const reviewOutcomes = [
  'DOCUMENT_POOR_QUALITY',
  'DOCUMENT_OUT_OF_DATE',
  'DOCUMENT_NAME_MISMATCH',
  'DOCUMENT_MISSING_NAME',
  'DOCUMENT_MISSING_ISSUE_DATE',
  'DOCUMENT_MISSING_COMPANY_LOGO_LETTERHEAD',
  'DOCUMENT_NOT_COMPLETE',
  'DOCUMENT_MISSING_SIGNATURE',
  'DOCUMENT_MISSING_INCOME',
  'DOCUMENT_TYPE_UNACCEPTABLE',
  'INVOICE_UNACCEPTABLE',
  'PHOTO_ID_UNACCEPTABLE',
  'TRANSACTION_UNACCEPTABLE',
  'PHOTO_UNACCEPTABLE',
  'OTHER',
]

const countriesField = textField('intendedCountries', 'Countries that money is sent to', {
  example: 'FRA, USA',
})

export const personalPurposeFields = [
  choiceField('accountPurpose', 'Purpose', [
    'MOVING_SAVINGS',
    'SENDING_MONEY_TO_FRIENDS_OR_FAMILY',
    'GENERAL_LIVING_EXPENSES',
    'BUYING_GOODS_OR_SERVICES_ABROAD',
    'PAYING_FOR_MORTGAGE_OR_LOAN',
    'PAYING_BILLS',
    'RECEIVING_SALARY_OR_PENSION',
    'INVESTING',
  ]),
  countriesField,
  choiceField('yearlyAnticipatedVolume', 'Euros to send in a year', [
    '0_2350',
    '2351_6000',
    '6001_11500',
    '11501_60000',
    '60001_175000',
    '175001_+',
  ]),
  choiceField('mainSourceOfIncome', 'Main source of income', [
    'SALARY',
    'INVESTMENTS',
    'PENSION',
    'INHERITANCE',
    'LOAN',
    'OTHER',
  ]),
  choiceField('annualIncome', 'Income in a year, in euros', [
    '0_11500',
    '11501_19000',
    '19001_28500',
    '28501_47500',
    '47501_75000',
    '75001_+',
  ]),
]

export const businessPurposeFields = [
  choiceField('businessUse', 'Use of the account', [
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
  ]),
  countriesField,
  choiceField('mainSourceOfFunding', 'Main source of funding', [
    'BUSINESS_ACTIVITIES',
    'INVESTMENTS',
    'LOAN_OR_OTHER_FINANCING',
    'DONATION',
    'GRANTS',
    'OTHER',
  ]),
  choiceField('monthlyAnticipatedVolume', 'Euros to send in a month', [
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
  ]),
]
