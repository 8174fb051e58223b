// The fields of the form for the purpose of an account. The codes are copies of those in src/verification/checks/account-purpose.ts:
// an import of that file would add its list of countries to the console.

import { choiceField, textField } from '../../forms/fields.ts'

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
