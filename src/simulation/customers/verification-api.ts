// The sandbox endpoint that decides on an additional verification, as an operator does in live mode (D47a).

import Type from 'typebox'
import { writes } from '../../kernel/endpoint.ts'
import { idIn } from '../../kernel/wire.ts'
import { DecisionUnexpected, decideCheck } from '../../verification/index.ts'
import { CddCheck, DecideCddCheck, showCheck } from './schemas.ts'

export const cddCheck = writes(
  {
    id: 'simulation.cdd-check',
    operationId: 'simulateCddCheck',
    route: 'POST /v1/simulation/profiles/{profileId}/cdd-check',
    summary:
      'Decide on the additional verification of a customer, whatever its current state. Repeating a decision changes nothing.',
    spec: 'D47a, D88',
    access: { token: 'any', owns: 'profileId' },
    sandboxOnly: true,
    params: Type.Object({ profileId: idIn('profile') }),
    body: DecideCddCheck,
    reply: CddCheck,
    onRepeat: 'same',
    errors: [DecisionUnexpected],
  },
  async (tx, { params: { profileId }, body, now }) =>
    showCheck(await decideCheck(tx, profileId, body, now)),
)
