// Request and reply shapes of identity documents.

import Type, { type Static } from 'typebox'
import { idIn, input, nullable, oneOf, secretText } from '../../kernel/wire.ts'
import { documentTypes, NUMBER_LENGTH_MAX, TEXT_LENGTH_MAX } from './rules.ts'

export const ProfileParams = Type.Object({ profileId: idIn('profile', 'A personal profile') })

// Which fields are required depends on the type: rules.ts has the table. The fields of a document are secret.
const text = (description: string, example: string, maxLength = TEXT_LENGTH_MAX) =>
  Type.Optional(secretText(description, { maxLength, examples: [example] }))

const REQUIRED_BY_MOST =
  'Required, except for numbers of tax and social security and for EMIRATES types'

export const SubmitDocument = input(
  {
    type: oneOf(
      documentTypes,
      'The type of the document. A profile has one document of each type.',
    ),
    firstName: text(`As on the document. ${REQUIRED_BY_MOST}.`, 'Robin'),
    lastName: text(`As on the document. ${REQUIRED_BY_MOST}.`, 'Godwit'),
    uniqueIdentifier: text(
      'The number of the document, or the value that it proves; digits only for SSN and FINANCIAL_CAPACITY_BR. Required, except for EMIRATES types.',
      'X1234567',
      NUMBER_LENGTH_MAX,
    ),
    issueDate: text(`YYYY-MM-DD. ${REQUIRED_BY_MOST}.`, '2024-03-01'),
    issuerCountry: text(`ISO 3166-1 code. ${REQUIRED_BY_MOST}.`, 'GB'),
    issuerState: text('The code of the state that issued the document, if a state did', ''),
    expiryDate: text(
      'YYYY-MM-DD. Required of licences, identity cards, green cards and passports.',
      '2034-02-28',
    ),
    nationality: text('ISO 3166-1 alpha-2 code of the citizenship', 'GB'),
    employerName: text('Only for EMIRATES_EMPLOYER, where it is required', ''),
    employerCity: text('Only for EMIRATES_EMPLOYER, where it is required', ''),
    employerCountry: text('Only for EMIRATES_EMPLOYER, where it is required', ''),
    birthCity: text('Only for EMIRATES_PLACE_OF_BIRTH, where it is required', ''),
    birthCountry: text('Only for EMIRATES_PLACE_OF_BIRTH, where it is required', ''),
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
