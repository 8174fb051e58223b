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
import { readToken } from './model.ts'

/** What a link leads to. The recipient learns who sends what, and nothing else of the sender. */
export type OpenClaim = {
  readonly claim: ClaimRow
  readonly transfer: TransferRow
  readonly sender: string
}

/** `over`: it was answered, or its time is over, or the transfer came to another end. */
export type Found = OpenClaim | 'unknown' | 'over'

export async function findOpenClaim(
  db: Reader,
  token: string,
  now: Temporal.Instant,
): Promise<Found> {
  const read = readToken(token)
  const claim = read && (await findClaimByToken(db, read.profileId, read.tokenHash))
  if (claim === undefined) return 'unknown'
  const transfer = await findTransfer(db, [claim.profileId], claim.transferId)
  if (transfer === undefined) throw new Error(`the claim of ${claim.transferId} has no transfer`)
  const isOver = !isAfter(claim.expiresAt, now)
  if (claim.claimedAt !== null || claim.endedAt !== null || isOver || !awaitsClaim(transfer))
    return 'over'
  return { claim, transfer, sender: await senderOf(db, transfer) }
}

/** Whoever the money is sent for, in the words of the sender. */
export async function senderOf(
  db: Reader,
  { profileId, originator }: TransferRow,
): Promise<string> {
  return originator?.name.fullName ?? fullName(await getProfile(db, profileId))
}
