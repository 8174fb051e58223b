// The endpoints of the additional verification (Spec B 4.4).

import Type from 'typebox'
import { reads, writes } from '../../kernel/endpoint.ts'
import { getProfile } from '../../profiles/index.ts'
import { EvidenceExists, Missing, NotValid } from '../errors.ts'
import { listMissing } from './check-transfer.ts'
import {
  ProfileParams,
  RequiredEvidences,
  SubmitAccountPurpose,
  showStatus,
  VerificationStatus,
} from './schemas.ts'
import { findCheck } from './store.ts'
import { submitAccountPurpose } from './submit-evidence.ts'

const PATH = '/v3/profiles/{profileId}/verification-status'
const ofProfile = {
  access: { token: 'user', owns: 'profileId' },
  params: ProfileParams,
} as const

export const status = reads(
  {
    ...ofProfile,
    id: 'verification.status',
    operationId: 'getVerificationStatus',
    route: `GET ${PATH}`,
    summary: 'Read whether a profile is verified.',
    spec: 'D88',
    reply: VerificationStatus,
    errors: [],
  },
  async (db, { params: { profileId } }) => showStatus(await getProfile(db, profileId)),
)

export const accountPurpose = writes(
  {
    ...ofProfile,
    id: 'verification.account-purpose',
    operationId: 'submitAccountPurpose',
    route: `POST ${PATH}/account-purpose`,
    summary: 'Answer what a customer uses the account for.',
    spec: 'B 4.4, D47',
    body: SubmitAccountPurpose,
    status: 204,
    reply: Type.Null(),
    onRepeat: EvidenceExists,
    errors: [Missing, NotValid, EvidenceExists],
  },
  async (tx, { params: { profileId }, body, now, mode }) => {
    await submitAccountPurpose(tx, { profileId, body, now, mode })
    return null
  },
)

export const requiredEvidences = reads(
  {
    ...ofProfile,
    id: 'verification.required-evidences',
    operationId: 'listRequiredEvidences',
    route: `GET ${PATH}/required-evidences`,
    aliases: [`POST ${PATH}/required-evidences`],
    summary: 'List the evidence that a customer has to send before the next transfer.',
    spec: 'B 4.4, Facts 9.2',
    reply: RequiredEvidences,
    errors: [],
  },
  async (db, { params: { profileId } }) => {
    const check = await findCheck(db, profileId)
    return { required_evidences: check === undefined ? [] : [...(await listMissing(db, check))] }
  },
)
