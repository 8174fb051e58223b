import { expect, test } from 'vitest'
import * as checksums from '../forms/checksums.ts'
import { validators } from '../forms/index.ts'
import { isNewZealandAccount } from '../forms/new-zealand.ts'

type Checksum = (value: string) => boolean

type ChecksumRow = readonly [name: string, value: string, because: string, check: Checksum]

const valid: readonly ChecksumRow[] = [
  [
    'isAbaRoutingNumber',
    '021000021',
    'a bank in New York has this number',
    checksums.isAbaRoutingNumber,
  ],
  [
    'isAbaRoutingNumber',
    '284084266',
    'a thrift institution has this number',
    checksums.isAbaRoutingNumber,
  ],
  ['isClabe', '002010077777777771', 'the central bank published this number', checksums.isClabe],
  ['isCpf', '52998224725', 'this number is a published sample', checksums.isCpf],
  ['isCnpj', '11222333000181', 'a number without letters is still valid', checksums.isCnpj],
  ['isCnpj', '12ABC34501DE35', 'letters are allowed since 2026', checksums.isCnpj],
  ['isRut', '760864285', 'a company has this number', checksums.isRut],
  ['isRut', '145694841', 'a person has this number', checksums.isRut],
  ['isCbu', '2850590940090418135201', 'both check digits are right', checksums.isCbu],
  ['isCuit', '20341499381', 'a person has this number', checksums.isCuit],
  [
    'isMoroccanRib',
    '011519000001205000534921',
    "the country's sample IBAN contains this number",
    checksums.isMoroccanRib,
  ],
  [
    'isMozambicanNib',
    '000301080016367102371',
    "the country's sample IBAN contains this number",
    checksums.isMozambicanNib,
  ],
  [
    'isHungarianAccount',
    '1177301611111018',
    'an account may have sixteen digits',
    checksums.isHungarianAccount,
  ],
  [
    'isHungarianAccount',
    '120000071234567800000008',
    'an account may have 24 digits',
    checksums.isHungarianAccount,
  ],
  [
    'isCzechNumber',
    '2000145399',
    "the country's sample IBAN contains this number",
    checksums.isCzechNumber,
  ],
  ['isCzechNumber', '19', 'a prefix is padded', checksums.isCzechNumber],
  ['isNewZealandAccount', '031587005000000', 'the bank uses algorithm A', isNewZealandAccount],
  ['isNewZealandAccount', '010902006838900', 'the bank uses algorithm A', isNewZealandAccount],
  ['isNewZealandAccount', '0865231954512001', 'the bank uses algorithm D', isNewZealandAccount],
  ['isNewZealandAccount', '2626000320871032', 'the bank uses algorithm G', isNewZealandAccount],
  ['passesLuhn', '4111111111111111', 'a test card has this number', checksums.passesLuhn],
  ['isAcn', '004085616', 'this number is a published example', checksums.isAcn],
  ['isAcn', '000000019', 'this number is the smallest published example', checksums.isAcn],
  ['isAbn', '51824753556', 'this number is the published example', checksums.isAbn],
]

test.each(valid)('%s accepts %s, because %s', (_name, value, _because, check) => {
  expect(check(value)).toBe(true)
})

/** Accounts in New Zealand whose algorithm, A or D, does not check the suffix, which ends the number. */
const numbersWithUncheckedSuffix = new Set([
  '031587005000000',
  '010902006838900',
  '0865231954512001',
])
const rowsWithLastDigitChecked = valid.filter(([, value]) => !numbersWithUncheckedSuffix.has(value))

test.each(rowsWithLastDigitChecked)(
  '%s refuses %s with any other last digit',
  (_name, value, _because, check) => {
    const others = [...'0123456789'].filter((digit) => digit !== value.at(-1))
    expect(others.filter((digit) => check(value.slice(0, -1) + digit))).toEqual([])
  },
)

const invalid: readonly ChecksumRow[] = [
  [
    'isAbaRoutingNumber',
    '000000000',
    'the check digit is right, but no district has 00',
    checksums.isAbaRoutingNumber,
  ],
  ['isAbaRoutingNumber', '020123456', 'the check digit is wrong', checksums.isAbaRoutingNumber],
  ['isCpf', '11111111111', 'a number of one repeated digit is never issued', checksums.isCpf],
  ['isCpf', '12345678912', 'the check digits are wrong', checksums.isCpf],
  ['isRut', '76086428K', 'the check digit is 5, not K (ten)', checksums.isRut],
  ['isCnpj', '12ABC34501DE36', 'the check digits are wrong', checksums.isCnpj],
  ['isNewZealandAccount', '000000000000000', 'there is no bank 00', isNewZealandAccount],
  ['isNewZealandAccount', '011000006838900', 'bank 01 has no branch 1000', isNewZealandAccount],
  ['isNewZealandAccount', '010902006838800', 'the check digit is wrong', isNewZealandAccount],
  [
    'isMozambicanNib',
    '000800003288795610242',
    'the example in Facts 10.5 has the right structure but wrong check digits',
    checksums.isMozambicanNib,
  ],
  ['passesLuhn', '4111111111111112', 'the check digit is wrong', checksums.passesLuhn],
  ['isAcn', '040085616', 'two digits changed places', checksums.isAcn],
  ['isAcn', '00408561', 'a digit is missing', checksums.isAcn],
  ['isAbn', '51824753565', 'two digits changed places', checksums.isAbn],
  ['isAbn', '01824753556', 'the first digit is never zero', checksums.isAbn],
  ['isAbn', '5182475355', 'a digit is missing', checksums.isAbn],
]

test.each(invalid)('%s refuses %s, because %s', (_name, value, _because, check) => {
  expect(check(value)).toBe(false)
})

type ValidatorRow = readonly [
  name: string,
  values: Record<string, string>,
  passes: boolean,
  because: string,
]

const calls: readonly ValidatorRow[] = [
  ['sort-code', { sortCode: '231470' }, true, 'the code is assigned'],
  ['sort-code', { sortCode: '40-30-20' }, true, 'separators are allowed'],
  ['sort-code', { sortCode: '231471' }, false, 'the code is not assigned'],
  ['sort-code', { sortCode: '000000' }, false, 'no bank has this code'],
  ['sort-code', { sortCode: '2314701' }, false, 'the code has seven digits'],
  ['sort-code', {}, false, 'the value is missing'],
  ['iban', { iban: 'GB33 BUKB 2020 1555 5555 55' }, true, 'spaces are allowed'],
  ['iban', { iban: 'GB33BUKB20201555555556' }, false, 'the check digits are wrong'],
  ['bic', { bic: 'DEUTDEFF' }, true, 'the IBAN may be left out'],
  ['bic', { bic: 'DEUTDEFF', iban: 'DE89370400440532013000' }, true, 'both are German'],
  ['bic', { bic: 'DEUTDEFF', iban: 'FR1420041010050500013M02606' }, false, 'the countries differ'],
  ['bic', { bic: 'BARCJESH', iban: 'GB33BUKB20201555555555' }, true, 'Jersey has British IBANs'],
  ['emirates-bic', { bic: 'EBILAEAD' }, true, 'the bank is in the Emirates'],
  ['emirates-bic', { bic: 'DEUTDEFF' }, false, 'the bank is in another country'],
  [
    'canadian-transit-number',
    { institutionNumber: '006', transitNumber: '04841' },
    true,
    'both have the right length',
  ],
  ['canadian-transit-number', { transitNumber: '04841' }, false, 'both are required'],
  [
    'thailand-account-number',
    { bankCode: '002', accountNumber: '951-7-38426-0' },
    true,
    'dashes are allowed',
  ],
  [
    'chinese-card-number',
    { cardNumber: '6240 0086 3140 1148' },
    true,
    'a test card has this number',
  ],
  ['chinese-card-number', { cardNumber: '6240008631401149' }, false, 'the check digit is wrong'],
  ['bankgiro-number', { bankgiroNumber: '5805-6201' }, true, 'the check digit is right'],
  ['bankgiro-number', { bankgiroNumber: '5805-6202' }, false, 'the check digit is wrong'],
  ['brazil-branch-code', { branchCode: '123-x' }, true, 'separators are allowed'],
  ['brazil-branch-code', { branchCode: '---1' }, false, 'the code has at least four characters'],
  ['brazil-cpf', { cpf: '529.982.247-25' }, true, 'separators are allowed'],
  ['russian-bank-code', { bankCode: '044525225' }, true, 'Russian codes begin with 04'],
  ['russian-bank-code', { bankCode: '054525225' }, false, 'Russian codes begin with 04'],
  ['privatbank-phone-number', { phoneNumber: '380501234567' }, true, 'the plus sign is optional'],
]

test.each(calls)('validator %s of %j returns %s, because %s', (name, values, passes) => {
  expect(validators.get(name)?.check(values)).toBe(passes)
})

test('Facts 8.4: there are 26 validators, and only the IBAN is optional for the validator bic', () => {
  expect([...validators.keys()]).toHaveLength(26)
  expect(validators.get('bic')?.params).toEqual([
    { name: 'bic', required: true },
    { name: 'iban', required: false },
  ])
})
