// The reply shapes of multi-currency accounts (B 2.7, B 4.9).

import Type, { type Static } from 'typebox'
import type { MultiCurrencyAccount, ShownBalance } from '../../balances/index.ts'
import { issuedBank } from '../../corridors/index.ts'
import { idOut } from '../../kernel/ids.ts'
import { type Currency, toWireWithCurrency } from '../../kernel/money.ts'
import {
  amountField,
  currencyCode,
  described,
  idIn,
  instantOut,
  nullable,
  oneOf,
  text,
  toMicrosecond,
} from '../../kernel/wire.ts'
import { fullName, type ProfileRow } from '../../profiles/index.ts'
import type { DetailsRow } from '../details/store.ts'
import { isEligible } from '../eligibility.ts'

const accountFields = {
  id: idOut('multi-currency-account', 'The account'),
  profileId: idOut('profile', 'The profile that owns the account'),
  recipientId: idOut(
    'recipient',
    'A transfer to this recipient arrives on a balance of the profile',
  ),
  creationTime: instantOut('When the first balance was opened'),
  modificationTime: instantOut('When a balance was last opened or closed'),
  active: Type.Boolean({ description: 'Whether the profile is active', examples: [true] }),
  eligible: Type.Boolean({
    description: 'Whether the profile can have the account now',
    examples: [true],
  }),
}

export const MultiCurrencyAccountOut = Type.Object(accountFields, { title: 'MultiCurrencyAccount' })

export function showAccount(account: MultiCurrencyAccount, profile: ProfileRow) {
  return {
    id: account.id,
    profileId: account.profileId,
    recipientId: account.recipientId,
    creationTime: toMicrosecond(account.createdAt),
    modificationTime: toMicrosecond(account.modifiedAt),
    active: profile.state === 'VISIBLE',
    eligible: isEligible(profile),
  }
}

export const BorderlessQuery = Type.Object({
  profileId: idIn('profile', 'A profile of the caller'),
})

export const BankDetails = Type.Object(
  {
    id: idOut('account-details', 'The account details'),
    currency: currencyCode(),
    bankCode: nullable(text('Sort code, routing number, BSB code or BIC', '090300')),
    accountNumber: nullable(text('The account number', '00000001')),
    swift: nullable(text('The BIC', 'GDWTGB2LXXX')),
    iban: nullable(text('The IBAN, without spaces', 'GB48GDWT09030000000001')),
    bankName: text('The bank', 'Estuary Bank plc'),
    accountHolderName: text('The holder', 'Ann Sample'),
    bankAddress: Type.Object(
      {
        addressFirstLine: text('Street and number', '12 Saltmarsh Lane'),
        postCode: text('Postal code', 'EC3R 6GW'),
        city: text('City', 'London'),
        country: text('ISO 3166-1, two letters', 'GB'),
        stateCode: nullable(text('State, where the country has states', 'NSW')),
      },
      { description: 'The address of the bank' },
    ),
  },
  { title: 'BankDetails' },
)

const BorderlessBalance = Type.Object(
  {
    balanceType: oneOf(['AVAILABLE'], 'Always AVAILABLE'),
    currency: currencyCode(),
    amount: amountField('The amount that can be spent'),
    reservedAmount: amountField('The amount held for card payments'),
    bankDetails: nullable(
      described(
        BankDetails,
        'The newest account details; null when none are issued, and for currencies other than AUD, EUR, GBP, NZD and USD',
      ),
    ),
  },
  { title: 'BorderlessBalance' },
)

const BorderlessAccount = Type.Object(
  {
    ...accountFields,
    balances: Type.Array(BorderlessBalance, {
      description: 'The open STANDARD balances, ascending by id',
    }),
  },
  { title: 'BorderlessAccount' },
)
export const BorderlessAccounts = Type.Array(BorderlessAccount, { title: 'BorderlessAccounts' })

/** The currencies in which borderless accounts show bank details (B 4.9). */
const currenciesWithBankDetails: readonly Currency[] = ['AUD', 'EUR', 'GBP', 'NZD', 'USD']

export function showBorderless(
  account: MultiCurrencyAccount,
  profile: ProfileRow,
  balances: readonly ShownBalance[],
  activeDetails: readonly DetailsRow[],
): Static<typeof BorderlessAccount> {
  return {
    ...showAccount(account, profile),
    balances: balances.map(({ currency, availableMinor, heldMinor }) => {
      const details = currenciesWithBankDetails.includes(currency)
        ? activeDetails.findLast((each) => each.currency === currency)
        : undefined
      return {
        balanceType: 'AVAILABLE' as const,
        currency,
        amount: toWireWithCurrency({ minor: availableMinor, currency }),
        reservedAmount: toWireWithCurrency({ minor: heldMinor, currency }),
        bankDetails: details ? showBankDetails(details, fullName(profile)) : null,
      }
    }),
  }
}

/** Account details in the shape of `BankDetails`: numbers without separators, and the bank that issued them. */
export function showBankDetails(
  { id, currency, numbers }: DetailsRow,
  accountHolderName: string,
): Static<typeof BankDetails> {
  const { name: bankName, address } = issuedBank(currency)
  const { firstLine, postCode, city, country, stateCode } = address
  return {
    id,
    currency,
    bankCode: numbers.bankCode ?? numbers.swiftCode ?? null,
    accountNumber: numbers.accountNumber ?? null,
    swift: numbers.swiftCode ?? null,
    iban: numbers.iban ?? null,
    bankName,
    accountHolderName,
    bankAddress: {
      addressFirstLine: firstLine,
      postCode,
      city,
      country,
      stateCode: stateCode ?? null,
    },
  }
}
