// Request and reply shapes of the simulated decision on an additional verification.

import Type, { type Static } from 'typebox'
import { idOut } from '../../kernel/ids.ts'
import { input, nullable, oneOf } from '../../kernel/wire.ts'
import { type CheckRow, checkStates, evidences, reviewOutcomes } from '../../verification/index.ts'

export const DecideCddCheck = input(
  {
    state: oneOf(['VERIFIED', 'EVIDENCE_REQUIRED'], 'The new state of the additional verification'),
    requiredEvidences: Type.Optional(
      Type.Array(oneOf(evidences), {
        maxItems: evidences.length,
        description:
          'The evidence that the customer has to send; only with EVIDENCE_REQUIRED. Default: SOURCE_OF_WEALTH.',
        examples: [['SOURCE_OF_WEALTH']],
      }),
    ),
    reviewOutcome: Type.Optional(
      oneOf(reviewOutcomes, 'Why more evidence is needed; only with EVIDENCE_REQUIRED'),
    ),
  },
  {
    title: 'SimulateCddCheckRequest',
    examples: [{ state: 'EVIDENCE_REQUIRED', requiredEvidences: ['SOURCE_OF_WEALTH'] }],
  },
)

export const CddCheck = Type.Object(
  {
    profileId: idOut('profile'),
    state: oneOf(checkStates.states, 'The state of the additional verification'),
    requiredEvidences: Type.Array(oneOf(evidences), {
      description: 'The evidence that this decision requires; empty when VERIFIED',
    }),
    reviewOutcome: nullable(
      oneOf(
        reviewOutcomes,
        'Why more evidence is needed; null when the request had no reviewOutcome',
      ),
    ),
  },
  { title: 'CddCheck' },
)

export function showCheck(check: CheckRow): Static<typeof CddCheck> {
  const { profileId, state, requiredEvidences, reviewOutcome } = check
  return { profileId, state, requiredEvidences: [...requiredEvidences], reviewOutcome }
}
