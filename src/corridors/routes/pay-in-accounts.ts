// The account into which a customer pays by bank transfer, in the two shapes that replies have.

import { friendlyFormatIBAN } from 'ibantools'
import type { Currency } from '../../kernel/money.ts'
import type { Address, PayInAccount } from './catalogue/entry.ts'
import { sendOf } from './catalogue/index.ts'
import { multiCurrencyAccount, provider } from './catalogue/own-account.ts'

/** An address as a batch group's pay-in details show it (A 2.5). */
type NamedAddress = {
  name: string
  firstLine: string
  postCode: string
  city: string
  country: string
  stateCode: string | null
}

/** An address as the deposit details of a transfer show it (Facts 5.4). */
type PlainAddress = {
  country: string
  firstLine: string
  postCode: string
  city: string
  state: string | null
}

const accountKeys = [
  'bankCode',
  'accountNumber',
  'iban',
  'bban',
  'branchName',
  'accountType',
  'institutionNumber',
  'transitNumber',
  'beneficiaryBankBIC',
  'intermediaryBankBIC',
  'fpsIdentifier',
  'clearingNumber',
] as const
type AccountKey = (typeof accountKeys)[number]

/** The pay-in details of a batch group without its reference and amount. */
type BatchPayInDetails = {
  type: 'bank_transfer'
  currency: Currency
  name: string
  bankAddress?: NamedAddress
  transferProviderAddress?: NamedAddress
} & { [K in AccountKey]?: string }

type DepositDetail = {
  type: string
  label: string
  value: string
  rawValue: string
  formattedValue: string
  description: string | null
}

export type DepositDetails = {
  payinBank: { bankName: string; bankAddress: PlainAddress }
  payinBankAccount: { currency: Currency; bankAccountType: string; details: DepositDetail[] }
  providerInformation: { localCompanyName: string; localAddress: PlainAddress }
}

/** Throws for a currency that nothing can be sent from. */
export function payInAccount(source: Currency): PayInAccount {
  return sendOf(source).account ?? multiCurrencyAccount
}

/** Throws for a currency that nothing can be sent from. */
export function batchPayInDetails(source: Currency): BatchPayInDetails {
  const account = payInAccount(source)
  return {
    type: 'bank_transfer',
    currency: source,
    name: provider.name,
    ...Object.fromEntries(
      accountKeys.filter((key) => account[key] !== undefined).map((key) => [key, account[key]]),
    ),
    ...(account.showAddresses
      ? {
          bankAddress: namedAddress(account.bankName, account.bankAddress),
          transferProviderAddress: namedAddress(provider.name, provider.address),
        }
      : {}),
  }
}

/**
 * The account to pay into, with labels for people. The payment must contain `reference`. Throws for a currency that
 * nothing can be sent from.
 */
export function depositDetails(source: Currency, reference: string): DepositDetails {
  const account = payInAccount(source)
  return {
    payinBank: { bankName: account.bankName, bankAddress: plainAddress(account.bankAddress) },
    payinBankAccount: {
      currency: source,
      bankAccountType: 'RECIPIENT',
      details: [
        detail('accountHolder', 'Account holder', provider.name),
        ...accountKeys.flatMap((key) => accountDetails(key, account)),
        detail(
          'reference',
          'Payment reference',
          reference,
          'Give exactly this reference, so that the payment is found.',
        ),
      ],
    },
    providerInformation: {
      localCompanyName: provider.name,
      localAddress: plainAddress(provider.address),
    },
  }
}

const labels: Readonly<Record<AccountKey, string>> = {
  bankCode: 'Bank code',
  accountNumber: 'Account number',
  iban: 'IBAN',
  bban: 'BBAN',
  branchName: 'Branch',
  accountType: 'Account type',
  institutionNumber: 'Institution number',
  transitNumber: 'Transit number',
  beneficiaryBankBIC: 'Bank code (BIC/SWIFT)',
  intermediaryBankBIC: 'Intermediary bank (BIC/SWIFT)',
  fpsIdentifier: 'FPS identifier',
  clearingNumber: 'Clearing number',
}

function accountDetails(key: AccountKey, account: PayInAccount): DepositDetail[] {
  const value = account[key]
  if (value === undefined) return []
  const national = { bankCode: account.codeLabel, accountNumber: account.accountLabel }
  const label =
    (key === 'bankCode' || key === 'accountNumber' ? national[key] : undefined) ?? labels[key]
  return [detail(key, label, value)]
}

function detail(
  type: string,
  label: string,
  value: string,
  description: string | null = null,
): DepositDetail {
  const formattedValue = type === 'iban' ? spacedIban(value) : value
  return { type, label, value: formattedValue, rawValue: value, formattedValue, description }
}

/** An IBAN in groups of four characters, as people print it. */
export function spacedIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban
}

function namedAddress(name: string, address: Address): NamedAddress {
  const { firstLine, postCode, city, country, stateCode } = address
  return { name, firstLine, postCode, city, country, stateCode: stateCode ?? null }
}

function plainAddress({ firstLine, postCode, city, country, stateCode }: Address): PlainAddress {
  return { country, firstLine, postCode, city, state: stateCode ?? null }
}
