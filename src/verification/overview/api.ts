// The endpoint that shows the state of each verification of a profile, for people who test a client.

import Type from 'typebox'
import { reads } from '../../kernel/endpoint.ts'
import { idIn } from '../../kernel/wire.ts'
import { getProfile } from '../../profiles/index.ts'
import { listMissingEvidences } from '../checks/check-transfer.ts'
import { findCheck, listEvidencesSinceDecision } from '../checks/store.ts'
import { listDocuments } from '../documents/store.ts'
import { showOverview, VerificationOverview } from './schemas.ts'

export const getVerificationOverview = reads(
  {
    id: 'verification.overview',
    operationId: 'getVerificationOverview',
    route: 'GET /v1/sandbox/profiles/{profileId}/verification',
    summary: 'Show whether a profile is verified, which evidence was sent and which is missing.',
    spec: 'D129, gap 1021',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({ profileId: idIn('profile') }),
    reply: VerificationOverview,
    errors: [],
  },
  async (db, { params: { profileId } }) => {
    const [profile, documents, check] = await Promise.all([
      getProfile(db, profileId),
      listDocuments(db, profileId),
      findCheck(db, profileId),
    ])
    const missing = check === undefined ? [] : [...(await listMissingEvidences(db, check))]
    const sent = check === undefined ? [] : await listEvidencesSinceDecision(db, check)
    return showOverview({ profile, documents, check, missing, sent })
  },
)
