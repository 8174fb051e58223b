// The endpoint of identity documents (B 4.2).

import { writes } from '../../kernel/endpoint.ts'
import { UpdateWindowClosed } from '../../profiles/index.ts'
import {
  FieldInvalid,
  FieldMissing,
  FieldUnexpected,
  NumberNotAllowed,
  PersonalProfileRequired,
} from '../errors.ts'
import { keepDocument } from './keep-document.ts'
import { DocumentResult, ProfileParams, SubmitDocument, showResult } from './schemas.ts'

// The endpoint takes no idempotency key: a number of nine digits could be found by trying all numbers against the stored
// hash of the request.
export const submitIdentityDocument = writes(
  {
    id: 'verification.add-document',
    operationId: 'submitIdentityDocument',
    route: 'POST /v1/profiles/{profileId}/verification-documents',
    summary:
      'Send the fields of an identity document. An accepted document replaces the one of the same type.',
    spec: 'B 4.2, D44',
    access: { token: 'user', owns: 'profileId' },
    params: ProfileParams,
    body: SubmitDocument,
    reply: DocumentResult,
    onRepeat: 'same',
    errors: [
      PersonalProfileRequired,
      FieldMissing,
      NumberNotAllowed,
      FieldInvalid,
      FieldUnexpected,
      UpdateWindowClosed,
    ],
  },
  async (tx, { params: { profileId }, body, now }) =>
    showResult(await keepDocument(tx, { profileId, body, now })),
)
