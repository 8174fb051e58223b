// The accounts of published samples (Facts 17) whose type still exists. Fields that newer forms require
// (a name, a legal type) are added.

import { expect, test } from 'vitest'
import { type AccountDraft, checkAccount, checkRoute } from '../forms/index.ts'

const TWENTY_FOUR = '011519000001205000534921'

type Row = readonly [
  currency: string,
  type: string,
  details: Readonly<Record<string, unknown>>,
  because: string,
]

const address = {
  country: 'US',
  state: 'NY',
  city: 'New York',
  postCode: '01234',
  firstLine: 'Some Ave',
}
const oldAddress = { country: 'GB', city: 'London', postCode: '10025', firstLine: '50 Long Ave' }
const iban = 'FR1420041010050500013M02606'

const rows: readonly Row[] = [
  ['AED', 'emirates', { IBAN: 'AE070331234567890123456' }, 'the prefix is that of the country'],
  [
    'ARS',
    'argentina',
    { taxId: '20-34149938-1', accountNumber: '2850590940090418135201' },
    'dashes are allowed',
  ],
  [
    'AUD',
    'australian',
    { bsbCode: '023604', accountNumber: '123456789' },
    'a person has no business number',
  ],
  [
    'AUD',
    'australian',
    {
      legalType: 'BUSINESS',
      bsbCode: '023604',
      accountNumber: '123456789',
      businessNumber: '51824753556',
    },
    'a business has one',
  ],
  [
    'BDT',
    'bangladesh',
    { bankCode: '015', branchCode: '015270362', accountNumber: '5060011118' },
    'the branch is one of the bank',
  ],
  ['BGN', 'iban', { IBAN: 'BG80BNBG96611020345678' }, 'its own IBAN'],
  [
    'BRL',
    'brazil',
    {
      bankCode: '218',
      branchCode: '1234',
      accountNumber: '12345678-9',
      accountType: 'CHECKING',
      cpf: '52998224725',
      phoneNumber: '+5511987654321',
    },
    'the phone number is not in the form but is stored',
  ],
  [
    'CAD',
    'canadian',
    {
      institutionNumber: '006',
      transitNumber: '04841',
      accountNumber: '3456712',
      accountType: 'CHECKING',
    },
    'the spelling of the form',
  ],
  [
    'CAD',
    'canadian',
    {
      institutionNumber: '006',
      transitNumber: '04841',
      accountNumber: '3456712',
      accountType: 'Checking',
    },
    'the spelling of the older form',
  ],
  [
    'CAD',
    'ca_network',
    { caNetworkAccount: 'ann@example.com' },
    'the network uses e-mail addresses',
  ],
  [
    'CHF',
    'iban',
    { IBAN: 'CH9300762011623852957', town: 'Zürich', postCode: '8000' },
    'town and post code are stored',
  ],
  [
    'CLP',
    'chile',
    {
      bankCode: '504',
      accountNumber: '12345678',
      rut: '760864285',
      accountType: 'CHECKING',
      phoneNumber: '+56335555555',
    },
    'the code of a merged bank is still accepted',
  ],
  ['CNY', 'chinese_alipay', { accountNumber: 'ann@example.com' }, 'an e-mail address'],
  ['CNY', 'chinese_alipay', { accountNumber: '86-13812345678' }, 'or a phone number'],
  [
    'CZK',
    'czech',
    { prefix: '000000', accountNumber: '5060011118', bankCode: '5500' },
    'an empty prefix is all zeros',
  ],
  ['CZK', 'iban', { IBAN: 'CZ6508000000192000145399' }, 'the other form'],
  ['EUR', 'iban', { IBAN: iban, address }, 'an address is accepted in every form'],
  ['EUR', 'iban', { iban }, 'the other spelling of the key'],
  ['GBP', 'iban', { IBAN: 'GB33BUKB20201555555555' }, 'pounds can be paid to an IBAN'],
  [
    'GBP',
    'sort_code',
    { sortCode: '231470', accountNumber: '28821822', address },
    'worked in 2026',
  ],
  [
    'HKD',
    'hongkong',
    { bankCode: '307', accountNumber: '005-231289-112' },
    'separators are allowed',
  ],
  [
    'HUF',
    'hungarian',
    { accountNumber: '12000000-12345678-00000000' },
    'this number has no check digits',
  ],
  ['HUF', 'iban', { IBAN: 'HU42117730161111101800000000' }, 'the other form'],
  ['IDR', 'indonesian', { bankCode: '610306', accountNumber: '6789112345678' }, 'in the list'],
  [
    'ILS',
    'israeli_local',
    { IBAN: 'IL620108000000099999999' },
    'the account alone needs no address',
  ],
  [
    'INR',
    'indian',
    { ifscCode: 'YESB0236041', accountNumber: '678911234567891' },
    'the account alone needs no address',
  ],
  [
    'JPY',
    'japanese',
    { bankCode: '6470', branchCode: '100', accountType: 'CURRENT', accountNumber: '1234567' },
    'any branch of three digits',
  ],
  ['KES', 'kenya_local', { bankCode: '35', accountNumber: '0023183991919' }, 'in the list'],
  ['KES', 'kenya_mobile', { accountNumber: '254712345678' }, 'without the plus sign'],
  [
    'KRW',
    'south_korean_paygate',
    {
      bankCode: 'BUSAN_032',
      accountNumber: '1254693521232',
      dateOfBirth: '1980-02-29',
      email: 'ann@example.com',
    },
    'a leap day is a day',
  ],
  [
    'KRW',
    'south_korean_paygate_business',
    {
      legalType: 'BUSINESS',
      bankCode: 'BUSAN_032',
      accountNumber: '1254693521232',
      email: 'ann@example.com',
    },
    'the newer form also requires the e-mail address',
  ],
  [
    'LKR',
    'srilanka',
    { bankCode: '7214', branchCode: '100', accountNumber: '5060011118' },
    'any branch of three digits',
  ],
  ['MAD', 'morocco', { bankCode: 'BCMAMAMC', accountNumber: TWENTY_FOUR }, 'the key is right'],
  ['MXN', 'mexican', { clabe: '032180000118359719' }, 'the check digit is right'],
  [
    'MYR',
    'malaysian',
    { swiftCode: 'ABNAMYKL', accountNumber: '159012938613' },
    'the code in the list ends in a blank, which is optional',
  ],
  [
    'NGN',
    'nigeria',
    { bankCode: '044', accountNumber: '0584412903' },
    'its check digit is not checked',
  ],
  ['NOK', 'iban', { IBAN: 'NO9386011117947' }, 'a short one'],
  ['NPR', 'nepal', { bankCode: '977056', accountNumber: '123456789' }, 'in the list'],
  ['NZD', 'newzealand', { accountNumber: '03-1587-0050000-00' }, 'the check digit is right'],
  [
    'PEN',
    'peru',
    {
      bankCode: 'BCON',
      accountNumber: '12345678901234567890',
      accountType: 'CHECKING',
      idDocumentType: 'DNI',
      idDocumentNumber: '09740475',
      phoneNumber: '+51987654321',
    },
    'the account alone needs no address',
  ],
  [
    'PHP',
    'philippines',
    { bankCode: 'AMA', accountNumber: '0044123', address: oldAddress },
    'with its address',
  ],
  ['PKR', 'iban', { IBAN: 'PK36SCBL0000001123456702' }, 'its own IBAN'],
  ['PLN', 'polish', { accountNumber: '61109010140000071219812874' }, 'an IBAN without its country'],
  [
    'RUB',
    'russiarapida',
    {
      bankCode: '044525225',
      accountNumber: '40817810099910004312',
      russiaRegion: 'MOSCOW',
      address: oldAddress,
      familyName: 'Орлова',
      givenName: 'Анна',
      patronymicName: 'Ильинична',
    },
    'the newer form also requires family, given and patronymic name',
  ],
  ['SEK', 'iban', { IBAN: 'SE4550000000058398257466' }, 'its own IBAN'],
  ['SGD', 'singapore', { bankCode: '7418', accountNumber: '0052312891' }, 'in the list'],
  [
    'THB',
    'thailand',
    { bankCode: '002', accountNumber: '951-7-38426-0', address: oldAddress },
    'with its address',
  ],
  [
    'TRY',
    'turkish_earthport',
    { IBAN: 'TR330006100519786457841326' },
    'the account alone needs no address',
  ],
  [
    'UAH',
    'privatbank',
    { phoneNumber: '380123456789', accountNumber: '1234' },
    'the last four digits of the card',
  ],
  [
    'USD',
    'aba',
    {
      abartn: '111000025',
      accountNumber: '12345678',
      accountType: 'CHECKING',
      address: oldAddress,
    },
    'the check digit is right',
  ],
  [
    'USD',
    'aba',
    { abartn: '284084266', accountNumber: '65261083', accountType: 'CHECKING', address },
    'worked in 2026',
  ],
  [
    'VND',
    'vietname_earthport',
    { swiftCode: 'ABBKVNVX', branchCode: '001', accountNumber: '1234567890' },
    'the branch is not in the form but is stored',
  ],
  ['ZAR', 'southafrica', { swiftCode: 'ALBRZAJJ', accountNumber: '00052312891' }, 'in the list'],
  ['XOF', 'email', { email: 'ann@example.com' }, 'the currency has only the e-mail form'],
  ['EUR', 'email', { email: 'ann@example.com' }, 'the e-mail form exists beside bank forms'],
]

const NAMES: Readonly<Record<string, string>> = { JPY: 'ヤマダ タロウ', RUB: 'Орлова Анна' }

const draftOf = ([currency, type, details]: Row): AccountDraft => ({
  currency,
  type,
  accountHolderName: NAMES[currency] ?? 'Nora Sample',
  details: { legalType: 'PRIVATE', ...details },
})

test.each(rows)('%s %s is accepted: %j, because %s', (...row) => {
  expect(checkAccount(draftOf(row))).toEqual([])
})

test('a dollar account with an address can be paid from pounds and from dollars', () => {
  const row = rows.find(([, type, details]) => type === 'aba' && details['address'] === address)
  expect(row).toBeDefined()
  for (const source of ['GBP', 'USD'])
    expect(row && checkRoute(draftOf(row), { source, target: 'USD' })).toEqual([])
})
