import { isValidBIC, isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import * as checks from '../forms/checks.ts'
import type { Check } from '../forms/field.ts'
import { multiCurrencyAccount } from '../routes/catalogue/own-account.ts'
import { batchPayInDetails, depositDetails, sourceCurrencies } from '../routes/index.ts'
import { payInAccount } from '../routes/pay-in-accounts.ts'

describe('the account a customer pays into', () => {
  it('exists for every source currency, with a number to pay to', () => {
    for (const code of sourceCurrencies) {
      const { iban, accountNumber, bban, bankName } = payInAccount(code)
      expect(iban ?? bban ?? accountNumber, code).toBeDefined()
      expect(bankName, code).not.toBe('')
    }
    expect(() => payInAccount('CNY')).toThrow(RangeError)
  })

  it('gap 29: is a local account for 30 currencies, and one shared account for all others', () => {
    const local = sourceCurrencies.filter((code) => payInAccount(code) !== multiCurrencyAccount)
    expect(local).toHaveLength(30)
  })

  it('has valid IBANs and BICs', () => {
    for (const code of sourceCurrencies) {
      const { iban, beneficiaryBankBIC, intermediaryBankBIC } = payInAccount(code)
      if (iban !== undefined) expect(isValidIBAN(iban), `${code} ${iban}`).toBe(true)
      for (const bic of [beneficiaryBankBIC, intermediaryBankBIC])
        if (bic !== undefined) expect(isValidBIC(bic), `${code} ${bic}`).toBe(true)
    }
  })

  it.each<[source: string, key: 'bankCode' | 'accountNumber', because: string, Check]>([
    ['USD', 'bankCode', 'a routing number has a check digit', checks.aba],
    ['MXN', 'accountNumber', 'a CLABE has a check digit', checks.clabe],
    ['NZD', 'accountNumber', 'a number in New Zealand has a check digit', checks.newZealand],
    ['HUF', 'accountNumber', 'a Hungarian number has two check digits', checks.hungarianAccount],
    [
      'PLN',
      'accountNumber',
      'a Polish number is an IBAN without its country',
      checks.polishAccount,
    ],
    ['CZK', 'accountNumber', 'a Czech number has a weighted sum', checks.czechNumber],
  ])('has in %s a valid %s, because %s', (source, key, _because, check) => {
    expect(check(payInAccount(source)[key] ?? '', () => undefined)).toBe(true)
  })

  it('has in NOK a BBAN that is the bank code followed by the account number', () => {
    const { bankCode, accountNumber, bban } = payInAccount('NOK')
    expect(bban).toBe(`${bankCode}${accountNumber}`)
  })
})

describe('the pay-in details of a batch group', () => {
  it.each([
    [
      'GBP',
      'type currency name bankCode accountNumber iban',
      'a sort code, an account number and an IBAN are enough',
    ],
    ['EUR', 'type currency name iban beneficiaryBankBIC', 'an IBAN and a BIC are enough'],
    [
      'USD',
      'type currency name bankCode accountNumber accountType bankAddress transferProviderAddress',
      'American banks require both addresses',
    ],
    [
      'NOK',
      'type currency name bankCode accountNumber bban bankAddress transferProviderAddress',
      'a Norwegian account has a BBAN',
    ],
    [
      'CAD',
      'type currency name accountNumber accountType institutionNumber transitNumber',
      'a Canadian bank has two numbers',
    ],
    [
      'JPY',
      'type currency name bankCode accountNumber branchName accountType',
      'a Japanese account has the name of its branch',
    ],
    [
      'HKD',
      'type currency name bankCode accountNumber fpsIdentifier',
      'Hong Kong has a fast payment system',
    ],
    [
      'SEK',
      'type currency name accountNumber iban clearingNumber',
      'Swedish banks have clearing numbers',
    ],
    [
      'ISK',
      'type currency name iban beneficiaryBankBIC intermediaryBankBIC',
      'the money comes through a correspondent bank',
    ],
  ])('of %s has: %s, because %s', (source, keys) => {
    expect(Object.keys(batchPayInDetails(source)).join(' ')).toBe(keys)
  })

  it('of CAD have an institution number of three digits and a transit number of five', () => {
    const { institutionNumber, transitNumber } = batchPayInDetails('CAD')
    expect(institutionNumber).toMatch(/^\d{3}$/)
    expect(transitNumber).toMatch(/^\d{5}$/)
  })

  it('of USD contain the addresses of the bank and of the account holder', () => {
    const { bankAddress, transferProviderAddress, name } = batchPayInDetails('USD')
    expect(name).toBe('Godwit Payments Ltd')
    expect(transferProviderAddress?.name).toBe(name)
    expect(bankAddress).toMatchObject({ country: 'US', stateCode: 'DE' })
  })
})

describe('the deposit details of a transfer', () => {
  it('contain holder, account and reference in this order', () => {
    const { payinBank, payinBankAccount, providerInformation } = depositDetails('GBP', 'T4711')
    expect(payinBank.bankAddress.country).toBe('GB')
    expect(payinBankAccount.currency).toBe('GBP')
    expect(
      payinBankAccount.details.map(({ type, label, rawValue }) => [type, label, rawValue]),
    ).toEqual([
      ['accountHolder', 'Account holder', 'Godwit Payments Ltd'],
      ['bankCode', 'Sort code', '090199'],
      ['accountNumber', 'Account number', '74206318'],
      ['iban', 'IBAN', 'GB09GDWT09019974206318'],
      ['reference', 'Payment reference', 'T4711'],
    ])
    expect(providerInformation.localCompanyName).toBe('Godwit Payments Ltd')
  })

  it('contain an IBAN with spaces as formattedValue and without as rawValue', () => {
    const iban = depositDetails('EUR', 'T1').payinBankAccount.details.find(
      ({ type }) => type === 'iban',
    )
    expect(iban?.formattedValue).toBe('IE95 GDWT 9901 0020 4816 37')
    expect(iban?.rawValue).toBe('IE95GDWT99010020481637')
  })

  it('contain the reference and no empty value for every source currency', () => {
    for (const code of sourceCurrencies) {
      const { details } = depositDetails(code, 'T99').payinBankAccount
      expect(details.at(-1)?.value, code).toBe('T99')
      for (const { type, label, value } of details) {
        expect(label, `${code} ${type}`).not.toBe('')
        expect(value, `${code} ${type}`).not.toBe('')
      }
    }
  })
})
