/** Every key of a v1 recipient's details, in the order in which they are shown (Spec A 2.2, Facts 10.2). */
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

/** Details have two spellings of these (Spec A 2.2): that of the forms, and the only one of v2 objects. */
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
