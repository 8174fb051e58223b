// Finds the claim that a link leads to, with its transfer and the name of the sender.

import type { Reader } from '../kernel/database/db.ts'
import { isAfter } from '../kernel/instant.ts'
import { fullName, getProfile } from '../profiles/index.ts'
import {
  awaitsClaim,
  type ClaimRow,
  findClaimByToken,
  findTransfer,
  type TransferRow,
} from '../transfers/index.ts'
import { parseToken } from './model.ts'

export type OpenClaim = {
  readonly claim: ClaimRow
  readonly transfer: TransferRow
  /** The page shows the recipient this name and the amount, and nothing else about the sender. */
  readonly senderName: string
}

/** `closed`: the claim was answered or has expired, or the transfer ended in another way. */
type ClaimLookup = OpenClaim | 'unknown' | 'closed'

export async function findOpenClaim(
  db: Reader,
  token: string,
  now: Temporal.Instant,
): Promise<ClaimLookup> {
  const parsed = parseToken(token)
  const claim = parsed && (await findClaimByToken(db, parsed.profileId, parsed.tokenHash))
  if (claim === undefined) return 'unknown'
  const transfer = await findTransfer(db, [claim.profileId], claim.transferId)
  if (transfer === undefined) throw new Error(`the claim of ${claim.transferId} has no transfer`)
  const isExpired = !isAfter(claim.expiresAt, now)
  if (claim.claimedAt !== null || claim.endedAt !== null || isExpired || !awaitsClaim(transfer))
    return 'closed'
  return { claim, transfer, senderName: await senderNameOf(db, transfer) }
}

/** The name of the originator, or of the profile when the transfer has no originator. */
async function senderNameOf(db: Reader, { profileId, originator }: TransferRow): Promise<string> {
  return originator?.name.fullName ?? fullName(await getProfile(db, profileId))
}
