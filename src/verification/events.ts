// Every event of this module.

import Type from 'typebox'
import { eventKind } from '../kernel/events.ts'
import { instantOut, oneOf } from '../kernel/wire.ts'
import { ProfileResource } from '../profiles/index.ts'
import { fundingSources, incomeSources } from './checks/account-purpose.ts'
import { evidences, reviewOutcomes } from './checks/evidence.ts'

export const checkChanged = eventKind({
  name: 'profiles#cdd-check-state-change',
  versions: ['2.0.0'],
  scopes: ['application'],
  summary: 'The additional verification of a customer has succeeded, or needs evidence.',
  payload: Type.Object(
    {
      resource: ProfileResource,
      current_state: oneOf(
        ['VERIFIED', 'EVIDENCE_REQUIRED'],
        'VERIFIED when no more evidence is required',
      ),
      review_outcome: Type.Optional(
        oneOf(reviewOutcomes, 'Why more evidence is needed, when the review gave a reason'),
      ),
      required_evidences: Type.Array(oneOf(evidences), {
        description: 'The evidence that the customer has to send; empty when VERIFIED',
      }),
      source_of_income: Type.Optional(
        oneOf(incomeSources, 'The main source of income that a person named'),
      ),
      source_of_funding: Type.Optional(
        oneOf(fundingSources, 'The main source of funding that a business named'),
      ),
      occurred_at: instantOut('When the state changed'),
    },
    { title: 'CddCheckStateChange' },
  ),
})
