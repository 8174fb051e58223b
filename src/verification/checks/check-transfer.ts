// Requires the additional verification at a quote, checks at a transfer that no evidence is missing (D46, D46a), and lists the
// missing evidence.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { getProfile, primaryAddress } from '../../profiles/index.ts'
import { needsAdditionalVerification } from '../../users/index.ts'
import { EvidenceRequired } from '../errors.ts'
import { awaitsEvidence, type Evidence, firstEvidences, missingEvidences } from './evidence.ts'
import { isEeaCountry, isEeaCurrency } from './model.ts'
import { type CheckRow, findCheck, listEvidencesSinceDecision, requireCheck } from './store.ts'

type QuoteContext = {
  readonly caller: UserCaller
  readonly profileId: Id<'profile'>
  readonly sourceCurrency: string
  readonly now: Temporal.Instant
}

/**
 * Returns the write step with which a quote requires the additional verification of its customer, or an empty list when the
 * customer does not need the verification or the check is not in the state NONE any more. Reads no row for a currency
 * outside of the EEA.
 */
export async function verificationSteps(
  db: Reader,
  { caller, profileId, sourceCurrency, now }: QuoteContext,
): Promise<readonly WriteStep[]> {
  if (!isEeaCurrency(sourceCurrency)) return []
  if (!(await needsAdditionalVerification(db, caller))) return []
  const [profile, check] = await Promise.all([getProfile(db, profileId), findCheck(db, profileId)])
  if (!isEeaCountry(primaryAddress(profile)?.country)) return []
  if (check !== undefined && check.state !== 'NONE') return []
  return [requireCheck(profileId, firstEvidences[profile.type], now)]
}

/** Refuses a transfer from a currency of the EEA while its customer has to send evidence. */
export async function checkEvidence(
  db: Reader,
  { profileId, sourceCurrency }: Pick<QuoteContext, 'profileId' | 'sourceCurrency'>,
): Promise<void> {
  if (!isEeaCurrency(sourceCurrency)) return
  const check = await findCheck(db, profileId)
  if (check === undefined || !awaitsEvidence(check.state)) return
  refuse(EvidenceRequired, { arguments: await listMissingEvidences(db, check) })
}

/** The evidence that the customer has to send now; empty unless the check awaits evidence. */
export async function listMissingEvidences(
  db: Reader,
  check: CheckRow,
): Promise<readonly Evidence[]> {
  if (!awaitsEvidence(check.state)) return []
  return missingEvidences(check.requiredEvidences, await listEvidencesSinceDecision(db, check))
}
