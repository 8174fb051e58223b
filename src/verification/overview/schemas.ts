// The reply shape of the overview: the verification of a profile, its documents, and its additional verification.

import Type, { type Static } from 'typebox'
import { idOut } from '../../kernel/ids.ts'
import { instantOut, nullable, oneOf, toMillisecond } from '../../kernel/wire.ts'
import { type ProfileRow, updateWindowStates, verificationStates } from '../../profiles/index.ts'
import { evidenceDocumentTypes, evidences, reviewOutcomes } from '../checks/evidence.ts'
import type { CheckRow, EvidenceRow } from '../checks/store.ts'
import { documentTypes } from '../documents/rules.ts'
import type { DocumentRow } from '../documents/store.ts'
import { checkStates, documentStates } from '../states.ts'

const sentKinds = ['ACCOUNT_PURPOSE', 'EXPLANATION', ...evidenceDocumentTypes] as const

const AdditionalVerification = Type.Object(
  {
    state: oneOf(
      checkStates.states,
      'NONE until a quote requires the verification, all of its evidence was sent, or a decision was made',
    ),
    missingEvidences: Type.Array(oneOf(evidences), {
      description:
        'The evidence that the customer has to send before the next transfer from a currency of the European Economic Area',
    }),
    sentEvidences: Type.Array(oneOf(sentKinds), {
      description: 'The evidence that the customer has sent since the latest decision',
    }),
    reviewOutcome: nullable(
      oneOf(
        reviewOutcomes,
        'Why the latest decision requires more evidence; null without a reason',
      ),
    ),
    reviewAt: nullable(
      instantOut('When the sandbox decides, by its clock; null unless the check is in review'),
    ),
  },
  { description: 'The additional verification of customers in the European Economic Area' },
)

const SentDocument = Type.Object({
  type: oneOf(documentTypes, 'The type of the document'),
  state: oneOf(documentStates.states, 'WAITING until an operator accepts or refuses the document'),
  sentAt: instantOut('When the document was sent or last decided, by the sandbox clock'),
})

export const VerificationOverview = Type.Object(
  {
    profileId: idOut('profile'),
    state: oneOf(
      verificationStates.states,
      'Whether the profile is verified. Transfers of an unverified profile wait.',
    ),
    verifiedBy: nullable(
      oneOf(
        ['SERVICE', 'PARTNER'],
        'SERVICE: this service; PARTNER: the application that created the profile; null while the profile is not verified',
      ),
    ),
    updateWindow: oneOf(
      updateWindowStates.states,
      'OPEN while details of a verified profile can be changed',
    ),
    documents: Type.Array(SentDocument, {
      description: 'The identity documents of a person, ordered by type, without their fields',
    }),
    additionalVerification: AdditionalVerification,
  },
  { title: 'VerificationOverview' },
)

type OverviewRows = {
  readonly profile: ProfileRow
  readonly documents: readonly DocumentRow[]
  readonly check: CheckRow | undefined
  readonly missing: Static<typeof AdditionalVerification>['missingEvidences']
  /** Since the latest decision. */
  readonly sent: readonly EvidenceRow[]
}

export function showOverview({
  profile,
  documents,
  check,
  missing,
  sent,
}: OverviewRows): Static<typeof VerificationOverview> {
  const { id: profileId, verified, verifiedBy, updateWindow } = profile
  return {
    profileId,
    state: verified ? 'verified' : 'not_verified',
    verifiedBy: verified ? verifiedBy : null,
    updateWindow,
    documents: documents.map(({ type, state, updatedAt }) => ({
      type,
      state,
      sentAt: toMillisecond(updatedAt),
    })),
    additionalVerification: {
      state: check?.state ?? checkStates.initial,
      missingEvidences: missing,
      sentEvidences: sent.map(({ kind }) => kind),
      reviewOutcome: check?.reviewOutcome ?? null,
      reviewAt: check?.reviewAt ? toMillisecond(check.reviewAt) : null,
    },
  }
}
