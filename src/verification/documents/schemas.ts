// Request and reply shapes of identity documents.

import Type, { type Static } from 'typebox'
import { idIn, input, nullable, oneOf, secretText } from '../../kernel/wire.ts'
import {
  type DocumentField,
  documentTypes,
  NUMBER_LENGTH_MAX,
  TEXT_LENGTH_MAX,
  typesRequiring,
} from './rules.ts'

export const ProfileParams = Type.Object({ profileId: idIn('profile', 'A personal profile') })

// Which fields are required depends on the type: rules.ts has the table. The fields of a document are secret. A field that
// the example does not contain has no example either.
const optionalSecret = (description: string, example?: string, maxLength = TEXT_LENGTH_MAX) =>
  Type.Optional(
    secretText(description, { maxLength, examples: example === undefined ? [] : [example] }),
  )

const requiredFor = (field: DocumentField) => `Required for ${typesRequiring(field).join(', ')}.`

export const SubmitDocument = input(
  {
    type: oneOf(
      documentTypes,
      'The type of the document. A profile has at most one document of each type.',
    ),
    firstName: optionalSecret(`As on the document. ${requiredFor('firstName')}`, 'Robin'),
    lastName: optionalSecret(`As on the document. ${requiredFor('lastName')}`, 'Godwit'),
    uniqueIdentifier: optionalSecret(
      'The number of the document, or the value that it proves; digits only for MY_NUMBER, SSN and FINANCIAL_CAPACITY_BR. Required, except for EMIRATES types.',
      'X1234567',
      NUMBER_LENGTH_MAX,
    ),
    issueDate: optionalSecret(`YYYY-MM-DD. ${requiredFor('issueDate')}`, '2024-03-01'),
    issuerCountry: optionalSecret(
      `ISO 3166-1 code of two or three letters. ${requiredFor('issuerCountry')}`,
      'GB',
    ),
    issuerState: optionalSecret(
      'The state that issued the document, if a state did: a state code when issuerCountry is US, CA, AU or BR',
    ),
    expiryDate: optionalSecret(`YYYY-MM-DD. ${requiredFor('expiryDate')}`, '2034-02-28'),
    nationality: optionalSecret('ISO 3166-1 alpha-2 code of the citizenship', 'GB'),
    employerName: optionalSecret('Only for EMIRATES_EMPLOYER, where it is required'),
    employerCity: optionalSecret('Only for EMIRATES_EMPLOYER, where it is required'),
    employerCountry: optionalSecret(
      'ISO 3166-1 code of two or three letters. Only for EMIRATES_EMPLOYER, where it is required.',
    ),
    birthCity: optionalSecret('Only for EMIRATES_PLACE_OF_BIRTH, where it is required'),
    birthCountry: optionalSecret(
      'ISO 3166-1 code of two or three letters. Only for EMIRATES_PLACE_OF_BIRTH, where it is required.',
    ),
  },
  {
    title: 'SubmitIdentityDocumentRequest',
    examples: [
      {
        type: 'PASSPORT',
        firstName: 'Robin',
        lastName: 'Godwit',
        uniqueIdentifier: 'X1234567',
        issueDate: '2024-03-01',
        issuerCountry: 'GB',
        expiryDate: '2034-02-28',
        nationality: 'GB',
      },
    ],
  },
)
export type SubmitDocument = Static<typeof SubmitDocument>

export const DocumentResult = Type.Object(
  {
    errorMessage: nullable(
      Type.String({
        description: 'Why the document was not accepted; null when it was accepted',
        examples: ['The document has expired. Send one that is valid.'],
      }),
    ),
    success: Type.Boolean({
      description: 'Whether the document was accepted for verification',
      examples: [true],
    }),
  },
  { title: 'IdentityDocumentResult' },
)

export function showResult(errorMessage: string | null): Static<typeof DocumentResult> {
  return { errorMessage, success: errorMessage === null }
}
