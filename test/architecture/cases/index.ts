// One case for every operation that changes something. A case creates data and returns a request that then succeeds.
// idempotency.test.ts sends the request and repeats it.

import { accountDetailsCases } from './account-details.ts'
import { balancesCases } from './balances.ts'
import { batchesCases } from './batches.ts'
import { cardOrdersCases } from './card-orders.ts'
import { cardsCases } from './cards.ts'
import type { CaseSetup } from './case.ts'
import { claimsCases } from './claims.ts'
import { conversionsCases } from './conversions.ts'
import { disputesCases } from './disputes.ts'
import { inboxesCases } from './inboxes.ts'
import { officersCases } from './officers.ts'
import { originatorsCases } from './originators.ts'
import { profilesCases } from './profiles.ts'
import { quotesCases } from './quotes.ts'
import { recipientsCases } from './recipients.ts'
import { securityCases } from './security.ts'
import { simulationCases } from './simulation.ts'
import { statementsCases } from './statements.ts'
import { transfersCases } from './transfers.ts'
import { usersCases } from './users.ts'
import { verificationCases } from './verification.ts'
import { webhooksCases } from './webhooks.ts'

export type { Case, ServiceKind } from './case.ts'

/** Cases by the id of the endpoint, such as `transfers.create`. */
export const caseSetups: Readonly<Record<string, CaseSetup>> = {
  ...accountDetailsCases,
  ...balancesCases,
  ...cardsCases,
  ...batchesCases,
  ...cardOrdersCases,
  ...claimsCases,
  ...conversionsCases,
  ...inboxesCases,
  ...officersCases,
  ...originatorsCases,
  ...profilesCases,
  ...quotesCases,
  ...recipientsCases,
  ...securityCases,
  ...simulationCases,
  ...verificationCases,
  ...disputesCases,
  ...statementsCases,
  ...transfersCases,
  ...usersCases,
  ...webhooksCases,
}
