// The accounts of published samples (Facts 17) whose type still exists. The tests add the name of the account holder and the
// legal type; other fields that newer forms require are in the rows, with the reason.

export type PublishedAccount = readonly [
  currency: string,
  type: string,
  details: Readonly<Record<string, unknown>>,
  because: string,
]

export const address = {
  country: 'US',
  state: 'NY',
  city: 'New York',
  postCode: '01234',
  firstLine: 'Some Ave',
}
const oldAddress = { country: 'GB', city: 'London', postCode: '10025', firstLine: '50 Long Ave' }
const iban = 'FR1420041010050500013M02606'

// Reasons of several accounts.
const inList = 'the code of the bank is in the list of the form'
const ofCountry = 'the IBAN is one of the country'
const withAddress = 'the sample includes an address'
const ofClients = 'client programs sent this account in 2026'
const withIbans = 'the currency also has a form for IBANs'
const noAddress = 'the account alone needs no address'
const rightDigit = 'the check digit is right'

export const publishedAccounts: readonly PublishedAccount[] = [
  [
    'AED',
    'emirates',
    { IBAN: 'AE070331234567890123456' },
    'the IBAN begins with the code of the country',
  ],
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
    'a person needs no business number',
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
    'a business has a business number',
  ],
  [
    'BDT',
    'bangladesh',
    { bankCode: '015', branchCode: '015270362', accountNumber: '5060011118' },
    'the branch is one of the bank',
  ],
  ['BGN', 'iban', { IBAN: 'BG80BNBG96611020345678' }, ofCountry],
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
    'the phone number is stored, although the form does not have it',
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
    'the form spells the account type CHECKING',
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
    'the older form spells the account type Checking',
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
  [
    'CNY',
    'chinese_alipay',
    { accountNumber: 'ann@example.com' },
    'Alipay accepts e-mail addresses',
  ],
  ['CNY', 'chinese_alipay', { accountNumber: '86-13812345678' }, 'Alipay accepts phone numbers'],
  [
    'CZK',
    'czech',
    { prefix: '000000', accountNumber: '5060011118', bankCode: '5500' },
    'a prefix of zeros is accepted',
  ],
  ['CZK', 'iban', { IBAN: 'CZ6508000000192000145399' }, withIbans],
  ['EUR', 'iban', { IBAN: iban, address }, 'an address is accepted in every form'],
  ['EUR', 'iban', { iban }, 'the key is accepted in lower case too'],
  ['GBP', 'iban', { IBAN: 'GB33BUKB20201555555555' }, 'pounds can be paid to an IBAN'],
  ['GBP', 'sort_code', { sortCode: '231470', accountNumber: '28821822', address }, ofClients],
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
    'this published sample is accepted despite its wrong check digits',
  ],
  ['HUF', 'iban', { IBAN: 'HU42117730161111101800000000' }, withIbans],
  ['IDR', 'indonesian', { bankCode: '610306', accountNumber: '6789112345678' }, inList],
  ['ILS', 'israeli_local', { IBAN: 'IL620108000000099999999' }, noAddress],
  ['INR', 'indian', { ifscCode: 'YESB0236041', accountNumber: '678911234567891' }, noAddress],
  [
    'JPY',
    'japanese',
    { bankCode: '6470', branchCode: '100', accountType: 'CURRENT', accountNumber: '1234567' },
    'any branch of three digits is accepted',
  ],
  ['KES', 'kenya_local', { bankCode: '35', accountNumber: '0023183991919' }, inList],
  ['KES', 'kenya_mobile', { accountNumber: '254712345678' }, 'the plus sign may be missing'],
  [
    'KRW',
    'south_korean_paygate',
    {
      bankCode: 'BUSAN_032',
      accountNumber: '1254693521232',
      dateOfBirth: '1980-02-29',
      email: 'ann@example.com',
    },
    '29 February 1980 is a valid date of birth',
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
    'any branch of three digits is accepted',
  ],
  [
    'MAD',
    'morocco',
    { bankCode: 'BCMAMAMC', accountNumber: '011519000001205000534921' },
    'the check digits are right',
  ],
  ['MXN', 'mexican', { clabe: '032180000118359719' }, rightDigit],
  [
    'MYR',
    'malaysian',
    { swiftCode: 'ABNAMYKL', accountNumber: '159012938613' },
    'the code in the list begins with a space, which is optional',
  ],
  [
    'NGN',
    'nigeria',
    { bankCode: '044', accountNumber: '0584412903' },
    'the check digit of the account is not checked',
  ],
  ['NOK', 'iban', { IBAN: 'NO9386011117947' }, 'Norwegian IBANs are short'],
  ['NPR', 'nepal', { bankCode: '977056', accountNumber: '123456789' }, inList],
  ['NZD', 'newzealand', { accountNumber: '03-1587-0050000-00' }, rightDigit],
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
    noAddress,
  ],
  [
    'PHP',
    'philippines',
    { bankCode: 'AMA', accountNumber: '0044123', address: oldAddress },
    withAddress,
  ],
  ['PKR', 'iban', { IBAN: 'PK36SCBL0000001123456702' }, ofCountry],
  [
    'PLN',
    'polish',
    { accountNumber: '61109010140000071219812874' },
    'an IBAN without its country is accepted',
  ],
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
  ['SEK', 'iban', { IBAN: 'SE4550000000058398257466' }, ofCountry],
  ['SGD', 'singapore', { bankCode: '7418', accountNumber: '0052312891' }, inList],
  [
    'THB',
    'thailand',
    { bankCode: '002', accountNumber: '951-7-38426-0', address: oldAddress },
    withAddress,
  ],
  ['TRY', 'turkish_earthport', { IBAN: 'TR330006100519786457841326' }, noAddress],
  [
    'UAH',
    'privatbank',
    { phoneNumber: '380123456789', accountNumber: '1234' },
    'the last four digits of the card are enough',
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
    rightDigit,
  ],
  [
    'USD',
    'aba',
    { abartn: '284084266', accountNumber: '65261083', accountType: 'CHECKING', address },
    ofClients,
  ],
  [
    'VND',
    'vietname_earthport',
    { swiftCode: 'ABBKVNVX', branchCode: '001', accountNumber: '1234567890' },
    'the branch is stored, although the form does not have it',
  ],
  ['ZAR', 'southafrica', { swiftCode: 'ALBRZAJJ', accountNumber: '00052312891' }, inList],
  ['XOF', 'email', { email: 'ann@example.com' }, 'the currency has only the e-mail form'],
  ['EUR', 'email', { email: 'ann@example.com' }, 'there are bank forms too'],
]
