// The fields of requests and replies that the log never keeps (D130). A schema marks a secret by `writeOnly`; the names
// below are secret in every operation, with any schema. `test/architecture/secret-fields.test.ts` fails for a field
// whose name sounds secret, and which neither has `writeOnly` nor is in the list below.

/** Secrets of people and of applications, numbers of cards, of identity documents and of taxpayers. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['access_token', 'refresh_token', 'client_secret', 'code_verifier', 'code_challenge'],
  ...['registrationCode', 'registration_code', 'oneTimeToken', 'otpCode', 'faceMap', 'pin'],
  ...['keyMaterial', 'token', 'pan', 'cardNumber', 'cvv1', 'cvv2', 'icvv'],
  ...['idDocumentNumber', 'idNumber', 'identificationNumber', 'zarIdentificationNumber'],
  ...['taxId', 'taxNumber', 'beneficiaryBankTaxId', 'cpf', 'cnpj', 'rut', 'uniqueIdentifier'],
])

type Field = { readonly writeOnly?: unknown }

export function isSecret(name: string, field: unknown): boolean {
  return SECRET_NAMES.has(name) || (field as Field | undefined)?.writeOnly === true
}
