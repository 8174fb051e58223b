// The endpoint that moves a dispute as its review does in live mode (D84).

import Type from 'typebox'
import {
  Dispute,
  DisputeParams,
  MoveDispute,
  moveDispute,
  moveErrors,
  type NextSubStatus,
  nextSubStatuses,
  showDispute,
} from '../../disputes/index.ts'
import { writes } from '../../kernel/endpoint.ts'
import { oneOf } from '../../kernel/wire.ts'
import { inEitherCase } from '../schemas.ts'

const acceptedSubStatuses = inEitherCase(nextSubStatuses)

export const dispute = writes(
  {
    id: 'simulation.dispute',
    operationId: 'simulateDispute',
    route: 'POST /v1/simulation/spend/profiles/{profileId}/disputes/{disputeId}/{subStatus}',
    summary: 'Move a dispute to another sub-status, as its review does.',
    spec: 'D84, D88',
    access: { token: 'user', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({
      ...DisputeParams.properties,
      subStatus: Type.Unsafe<(typeof acceptedSubStatuses)[number]>({
        ...oneOf(acceptedSubStatuses, 'The new sub-status'),
        examples: ['IN_REVIEW'],
      }),
    }),
    body: MoveDispute,
    reply: Dispute,
    onRepeat: 'same',
    errors: moveErrors,
  },
  async (tx, { params: { profileId, disputeId, subStatus }, body, now }) => {
    const nextSubStatus = subStatus.toUpperCase() as NextSubStatus
    return showDispute(await moveDispute(tx, { profileId, disputeId, nextSubStatus, ...body, now }))
  },
)
