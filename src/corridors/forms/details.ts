// The detail keys of recipients, their alternative spellings, and the descriptions of the details of recipients and transfers
// in the OpenAPI document.

/** Every key of a v1 recipient's details, in the order of replies (A 2.2, Facts 10.2). */
export const detailKeys: readonly string[] = (
  'address email legalType accountNumber sortCode abartn accountType bankgiroNumber ifscCode ' +
  'bsbCode institutionNumber transitNumber phoneNumber bankCode russiaRegion routingNumber ' +
  'branchCode cpf cardNumber idType idNumber idCountryIso3 idValidFrom idValidTo clabe swiftCode ' +
  'dateOfBirth clearingNumber bankName branchName businessNumber province city rut token cnpj ' +
  'payinReference pspReference orderId idDocumentType idDocumentNumber targetProfile taxId iban ' +
  'bic IBAN BIC caNetworkAccount accountHolderName cardToken identificationNumber ' +
  'zarIdentificationNumber targetUserId job nationality bban town postCode language billerCode ' +
  'customerReferenceNumber prefix relationship taxNumber beneficiaryBankCorrespondentAccount ' +
  'beneficiaryBankTaxId familyName givenName patronymicName cannotHavePatronymicName'
).split(' ')

/** Keys with two spellings (A 2.2): forms use the first, v2 objects the second. */
export const otherSpelling: Readonly<Record<string, string>> = { IBAN: 'iban', BIC: 'bic' }

export const v2Key = (key: string): string => otherSpelling[key] ?? key

/** Every key of `details.address`, in order. */
export const addressKeys: readonly string[] = [
  'country',
  'countryCode',
  'firstLine',
  'postCode',
  'city',
  'state',
]

const UNUSED = 'No form has this field, and its value is stored but not used'

export const detailDescriptions: Readonly<Record<string, string>> = {
  address: 'The address of the recipient',
  email: 'E-mail address of the recipient',
  legalType: 'PRIVATE for a person, BUSINESS for a business',
  accountNumber:
    'Account number. Depending on the currency also a CBU, an IBAN, or the mobile number or e-mail address that a wallet is linked to.',
  sortCode: 'UK sort code, six digits',
  abartn: 'US routing number (ABA), nine digits',
  accountType: 'Kind of account, one of the values in the form, such as CHECKING or SAVINGS',
  bankgiroNumber: 'Swedish bankgiro number, seven or eight digits. No form has this field.',
  ifscCode: 'Indian Financial System Code of the branch',
  bsbCode: 'Australian bank, state and branch number, six digits',
  institutionNumber: 'Canadian institution number, three digits',
  transitNumber: 'Canadian transit number, five digits',
  phoneNumber:
    "Phone number of the recipient; a number without a country code is read as one of the currency's country",
  bankCode:
    'Code of the bank or wallet, one of the values in the form; in CZK a code of four digits, in RUB the BIK of nine digits',
  russiaRegion: 'RUB: region of the recipient in Russia, one of the values in the form',
  routingNumber: `Routing number of the bank. ${UNUSED}.`,
  branchCode: 'Code of the branch; where the form lists branches, one of its values',
  cpf: 'Brazilian tax number of a person (CPF)',
  cardNumber: 'Bank card number, 14 to 19 digits. No form has this field.',
  idType: `Kind of identity document. ${UNUSED}.`,
  idNumber: `Number of the identity document. ${UNUSED}.`,
  idCountryIso3: `Country that issued the identity document, ISO 3166-1 alpha-3. ${UNUSED}.`,
  idValidFrom: `First day on which the identity document is valid. ${UNUSED}.`,
  idValidTo: `Last day on which the identity document is valid. ${UNUSED}.`,
  clabe: 'Mexican account number (CLABE), 18 digits',
  swiftCode: 'BIC (SWIFT code) of the bank; where the form lists banks, one of its values',
  dateOfBirth: 'Date of birth of the recipient, YYYY-MM-DD',
  clearingNumber: `Clearing number of the bank. ${UNUSED}.`,
  bankName: 'Name of the bank',
  branchName: `Name of the branch. ${UNUSED}.`,
  businessNumber: 'Australian businesses: ABN, ACN or ARBN',
  province: `Province of the recipient. ${UNUSED}.`,
  city: `City of the recipient outside of address. ${UNUSED}.`,
  rut: 'Chilean tax number of the recipient (RUT)',
  token: UNUSED,
  cnpj: 'Brazilian tax number of a business (CNPJ)',
  payinReference: UNUSED,
  pspReference: UNUSED,
  orderId: UNUSED,
  idDocumentType: 'Kind of identity document, one of the values in the form',
  idDocumentNumber: 'Number of the identity document',
  targetProfile: UNUSED,
  taxId: 'Argentine tax number of the recipient (CUIL or CUIT)',
  iban: 'International bank account number; the same as IBAN',
  bic: 'BIC (SWIFT code) of the bank; the same as BIC',
  IBAN: 'International bank account number; the same as iban',
  BIC: 'BIC (SWIFT code) of the bank; the same as bic',
  caNetworkAccount:
    'CAD: e-mail address that the recipient has registered with the Canadian network',
  accountHolderName: 'Full name of the account holder',
  cardToken: UNUSED,
  identificationNumber: 'Mexican identity or tax number of the recipient (CURP or RFC)',
  zarIdentificationNumber: `South African identity number of the recipient. ${UNUSED}.`,
  targetUserId: UNUSED,
  job: 'PEN: job title of the recipient',
  nationality: 'PEN: nationality of the recipient, one of the values in the form',
  bban: `Basic bank account number. ${UNUSED}.`,
  town: `Town of the recipient. ${UNUSED}.`,
  postCode: `Post code of the recipient outside of address. ${UNUSED}.`,
  language: 'Language of mail to the recipient, ISO 639-1, such as en',
  billerCode: 'BPAY biller code',
  customerReferenceNumber: 'BPAY customer reference number (CRN)',
  prefix: 'Prefix of a Czech account number, up to six digits',
  relationship: UNUSED,
  taxNumber: `Tax number of the recipient. ${UNUSED}.`,
  beneficiaryBankCorrespondentAccount: `Correspondent account of the recipient's bank. ${UNUSED}.`,
  beneficiaryBankTaxId: `Tax number of the recipient's bank. ${UNUSED}.`,
  familyName: 'Family name of the recipient',
  givenName: 'Given name of the recipient',
  patronymicName: 'Patronymic name of the recipient',
  cannotHavePatronymicName:
    'True when the recipient has no patronymic name; a boolean or the string "true" or "false"',
}

export const addressDescriptions: Readonly<Record<string, string>> = {
  country: 'ISO 3166-1 alpha-2; the same as countryCode',
  countryCode: 'ISO 3166-1 alpha-2; the same as country',
  firstLine: 'Street and number',
  postCode: 'Post code',
  city: 'City',
  state: 'State code; the form has this field for US, CA, BR and AU',
}

export const transferDetailDescriptions = {
  reference:
    "Text on the recipient's bank statement; the form of the route gives its maximum length",
  transferPurpose: 'Why the money is sent; required on some routes',
  transferPurposeSubTransferPurpose: 'Why the money is sent, in detail; required on some routes',
  transferPurposeInvoiceNumber: 'Number of the invoice; some transfer purposes add it to the form',
  transferNature: 'Nature of the payment; some routes have it in the form',
  sourceOfFunds: 'Where the money comes from; some routes require it for large amounts',
  sourceOfFundsOther:
    "Where the money comes from, in the sender's words; required with the value of sourceOfFunds that ends in `other`",
} as const
