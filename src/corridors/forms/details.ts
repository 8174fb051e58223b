// The details of a recipient: their keys, their two spellings, their descriptions in the OpenAPI document.

/** Every key of a v1 recipient's details, in the order of replies (Spec A 2.2, Facts 10.2). */
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

/** Keys with two spellings (Spec A 2.2): forms use the first, v2 objects the second. */
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

export const detailDescriptions: Readonly<Record<string, string>> = {
  address: 'The address of the recipient',
  email: 'E-mail address of the recipient',
  legalType: 'PRIVATE for a person, BUSINESS for a business',
  accountNumber:
    'Account number. Depending on the currency also a CBU, an IBAN, or the mobile number or e-mail address that a wallet is linked to.',
  sortCode: 'UK sort code, six digits',
  abartn: 'US routing number (ABA), nine digits',
  accountType: 'Kind of account, one of the values in the form, such as CHECKING or SAVINGS',
  bankgiroNumber: 'Swedish bankgiro number',
  ifscCode: 'Indian Financial System Code of the branch',
  bsbCode: 'Australian bank, state and branch number, six digits',
  institutionNumber: 'Canadian institution number, three digits',
  transitNumber: 'Canadian transit number, five digits',
  phoneNumber: 'Phone number of the recipient with the country code',
  bankCode:
    'Code of the bank or wallet, one of the values in the form; in CZK and RUB it is typed in',
  russiaRegion: 'Region of the recipient in Russia, one of the values in the form',
  routingNumber: 'Routing number of the bank',
  branchCode: 'Code of the branch; where the form lists branches, one of its values',
  cpf: 'Brazilian tax number of a person (CPF)',
  cardNumber: 'Number of the bank card that is paid',
  idType: 'Kind of identity document',
  idNumber: 'Number of the identity document',
  idCountryIso3: 'Country that issued the identity document, ISO 3166-1 alpha-3',
  idValidFrom: 'First day on which the identity document is valid, YYYY-MM-DD',
  idValidTo: 'Last day on which the identity document is valid, YYYY-MM-DD',
  clabe: 'Mexican account number (CLABE), 18 digits',
  swiftCode: 'BIC (SWIFT code) of the bank; where the form lists banks, one of its values',
  dateOfBirth: 'Date of birth of the recipient, YYYY-MM-DD',
  clearingNumber: 'Clearing number of the bank',
  bankName: 'Name of the bank',
  branchName: 'Name of the branch',
  businessNumber: 'Registration number of a business',
  province: 'Province of the recipient',
  city: 'City of the recipient',
  rut: 'Chilean tax number of the recipient (RUT)',
  token: 'Token that stands for the account',
  cnpj: 'Brazilian tax number of a business (CNPJ)',
  payinReference: 'Reference of the payment that the account belongs to',
  pspReference: 'Reference at the payment service',
  orderId: 'Order that the account belongs to',
  idDocumentType: 'Kind of identity document, one of the values in the form',
  idDocumentNumber: 'Number of the identity document',
  targetProfile: 'Profile of the recipient at this service',
  taxId: 'Argentine tax number of the recipient (CUIL or CUIT)',
  iban: 'International bank account number; the same as IBAN',
  bic: 'BIC (SWIFT code) of the bank; the same as BIC',
  IBAN: 'International bank account number; the same as iban',
  BIC: 'BIC (SWIFT code) of the bank; the same as bic',
  caNetworkAccount: 'E-mail address registered with the Canadian network',
  accountHolderName: 'Full name of the account holder',
  cardToken: 'Token that stands for the card',
  identificationNumber: 'Mexican identity or tax number of the recipient (CURP or RFC)',
  zarIdentificationNumber: 'South African identity number of the recipient',
  targetUserId: 'User at this service who is paid',
  job: 'Job title of the recipient',
  nationality: 'Nationality of the recipient, one of the values in the form',
  bban: 'Basic bank account number',
  town: 'Town of the recipient',
  postCode: 'Post code of the recipient',
  language: 'Language of mail to the recipient, ISO 639-1, such as en',
  billerCode: 'BPAY biller code',
  customerReferenceNumber: 'BPAY customer reference number (CRN)',
  prefix: 'Prefix of a Czech account number',
  relationship: 'How the recipient and the sender are related',
  taxNumber: 'Tax number of the recipient',
  beneficiaryBankCorrespondentAccount: "Correspondent account of the recipient's bank",
  beneficiaryBankTaxId: "Tax number of the recipient's bank",
  familyName: 'Family name of the recipient',
  givenName: 'Given name of the recipient',
  patronymicName: 'Patronymic name of the recipient',
  cannotHavePatronymicName:
    'True when the name on the account has no patronymic name; as a boolean or as its text',
}

export const addressDescriptions: Readonly<Record<string, string>> = {
  country: 'ISO 3166-1 alpha-2; the same as countryCode',
  countryCode: 'ISO 3166-1 alpha-2; the same as country',
  firstLine: 'Street and number',
  postCode: 'Post code',
  city: 'City',
  state: 'State code; the form asks for it in US, CA, BR and AU',
}

export const transferDetailDescriptions = {
  reference: "What the recipient's statement shows; its length depends on the route",
  transferPurpose: 'Why the money is sent; required on some routes',
  transferPurposeSubTransferPurpose: 'Why the money is sent, in detail; required on some routes',
  transferPurposeInvoiceNumber: 'Number of the invoice; in the form with some purposes',
  transferNature: 'What the payment is; in the form on some routes',
  sourceOfFunds: 'Where the money comes from; required with large amounts',
  sourceOfFundsOther: 'Where the money comes from, in words, when sourceOfFunds is another',
} as const
