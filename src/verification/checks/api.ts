// The endpoints of the additional verification (B 4.4), and the endpoint that shows whether a profile is verified (D88).

import Type from 'typebox'
import { fileErrors, inspectFiles } from '../../files/index.ts'
import { reads, writes } from '../../kernel/endpoint.ts'
import { FILES_MAX } from '../../kernel/uploads.ts'
import { getProfile } from '../../profiles/index.ts'
import { EvidenceExists, ExplanationMissing, FieldInvalid, FieldMissing } from '../errors.ts'
import { listMissingEvidences } from './check-transfer.ts'
import {
  ProfileParams,
  RequiredEvidenceList,
  SubmitAccountPurpose,
  showStatus,
  UploadDocument,
  UploadExplanation,
  VerificationStatus,
} from './schemas.ts'
import { findCheck } from './store.ts'
import * as evidence from './submit-evidence.ts'

const PATH = '/v3/profiles/{profileId}/verification-status'
const profileEndpoint = {
  access: { token: 'user', owns: 'profileId' },
  params: ProfileParams,
} as const

export const getVerificationStatus = reads(
  {
    ...profileEndpoint,
    id: 'verification.status',
    operationId: 'getVerificationStatus',
    route: `GET ${PATH}`,
    summary: 'Check whether a profile is verified.',
    spec: 'D88',
    reply: VerificationStatus,
    errors: [],
  },
  async (db, { params: { profileId } }) => showStatus(await getProfile(db, profileId)),
)

export const submitAccountPurpose = writes(
  {
    ...profileEndpoint,
    id: 'verification.account-purpose',
    operationId: 'submitAccountPurpose',
    route: `POST ${PATH}/account-purpose`,
    summary: 'Send the purpose for which a customer uses the account.',
    spec: 'B 4.4, D47',
    body: SubmitAccountPurpose,
    status: 204,
    reply: Type.Null(),
    onRepeat: EvidenceExists,
    errors: [FieldMissing, FieldInvalid, EvidenceExists],
  },
  async (tx, { params: { profileId }, body, now, mode }) => {
    await evidence.submitAccountPurpose(tx, { profileId, body, now, mode })
    return null
  },
)

export const uploadDocument = writes(
  {
    ...profileEndpoint,
    id: 'verification.upload-document',
    operationId: 'uploadVerificationDocument',
    route: `POST ${PATH}/upload-document`,
    summary: 'Send a document for the additional verification, in one file or several.',
    spec: 'B 4.4, D47, D48',
    files: {
      formParts: { files: 'The pages of the document: clear pictures or PDF' },
      kinds: ['jpg', 'png', 'pdf'],
      filesMax: FILES_MAX,
    },
    body: UploadDocument,
    before: (_db, { files }, outside) => inspectFiles(outside, files),
    status: 204,
    reply: Type.Null(),
    onRepeat: EvidenceExists,
    errors: [EvidenceExists, ...fileErrors],
  },
  async (tx, { params: { profileId }, body, files, now, mode, random }) => {
    await evidence.submitDocument(tx, { profileId, body: { ...body, files }, now, mode, random })
    return null
  },
)

export const uploadExplanation = writes(
  {
    ...profileEndpoint,
    id: 'verification.upload-explanation',
    operationId: 'uploadVerificationExplanation',
    route: `POST ${PATH}/upload-explanation`,
    summary: 'Explain the income or the purpose of the account, as a form or as JSON.',
    spec: 'B 4.4, D47',
    form: true,
    body: UploadExplanation,
    status: 204,
    reply: Type.Null(),
    onRepeat: 'same',
    errors: [ExplanationMissing],
  },
  async (tx, { params: { profileId }, body, now, mode }) => {
    await evidence.submitExplanation(tx, { profileId, body, now, mode })
    return null
  },
)

export const listRequiredEvidences = reads(
  {
    ...profileEndpoint,
    id: 'verification.required-evidences',
    operationId: 'listRequiredEvidences',
    route: `GET ${PATH}/required-evidences`,
    aliases: [`POST ${PATH}/required-evidences`],
    summary:
      'List the evidence that a customer has to send before the next transfer from a currency of the European Economic Area.',
    spec: 'B 4.4, Facts 9.2',
    reply: RequiredEvidenceList,
    errors: [],
  },
  async (db, { params: { profileId } }) => {
    const check = await findCheck(db, profileId)
    return {
      required_evidences: check === undefined ? [] : [...(await listMissingEvidences(db, check))],
    }
  },
)
