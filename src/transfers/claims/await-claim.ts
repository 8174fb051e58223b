// A transfer to somebody who is known by e-mail only (D19): it is funded and converted, and then
// waits for the recipient to say where the money is to go.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import { endOf } from '../../kernel/timer.ts'
import { post, transferRateDifference, transferRefunded } from '../../ledger/index.ts'
import { worthNow } from '../../quotes/index.ts'
import { changeTransfer } from '../change-transfer.ts'
import { advancesAt, isRepriced, sourceOf, targetOf, termsOf } from '../model.ts'
import { convertMoney } from '../moves/convert-money.ts'
import { openPurse, stepsOf } from '../payments/refund-destination.ts'
import type { IssueType, TransferRow } from '../row.ts'
import { type TransferStatus, transferStates } from '../states.ts'
import { findTransfer } from '../store.ts'
import { timeToClaim } from '../timers.ts'
import * as claims from './store.ts'

const MISSING: IssueType = 'recipient_details_missing'

/** Converts the money and asks the recipient, in one statement. */
export async function convertForClaim(
  tx: Tx,
  before: TransferRow,
  status: TransferStatus,
  { now, settings }: { readonly now: Temporal.Instant; readonly settings: Settings },
): Promise<TransferRow> {
  const activeIssues = [...before.activeIssues, MISSING]
  const change = { status, activeIssues, advancesAt: advancesAt(status, now, settings) }
  const claim = claims.openClaim(before, now, endOf(timeToClaim, now))
  return convertMoney(tx, before, change, now, claim)
}

/** Whether the transfer still waits for its recipient. */
export function awaitsClaim({ status, activeIssues }: TransferRow): boolean {
  return status === 'funds_converted' && activeIssues.includes(MISSING)
}

/** Keeps where the money is to go, and lets the transfer go on: in one statement. */
export async function takeClaim(
  tx: Tx,
  transfer: TransferRow,
  claim: claims.ClaimRow,
  account: claims.ClaimedAccount,
  { now, settings }: { readonly now: Temporal.Instant; readonly settings: Settings },
): Promise<void> {
  const activeIssues = transfer.activeIssues.filter((held) => held !== MISSING)
  const change = { activeIssues, advancesAt: advancesAt(transfer.status, now, settings) }
  const { write } = changeTransfer(transfer, change, now)
  await tx.write(...write, claims.answerClaim(claim, account, now))
}

/**
 * The recipient did not answer in time: conversion and fee are undone, and the sender has the money
 * back (D19, D22), or what it is worth by now where that is less (D111a). Does nothing when the claim
 * was answered, or its time is not over.
 */
export async function giveUpClaim(
  tx: Tx,
  key: { readonly profileId: Id<'profile'>; readonly transferId: Id<'transfer'> },
  now: Temporal.Instant,
): Promise<void> {
  const [claim, before] = await Promise.all([
    claims.findClaim(tx, key),
    findTransfer(tx, [key.profileId], key.transferId),
  ])
  if (claim === undefined || before === undefined) return
  if (claim.claimedAt !== null || claim.endedAt !== null) return
  if (isAfter(claim.expiresAt, now)) return
  const status = next(transferStates, before.status, 'giveUp')
  if (status === undefined || !awaitsClaim(before)) {
    // Somebody else ended the transfer meanwhile: nobody is to be asked any more.
    await tx.write(claims.endClaim(key, now))
    return
  }
  const purse = await openPurse(tx, before, now)
  const { after, write } = changeTransfer(before, { status }, now)
  const refundMinor = await lapsedWorth(tx, before, now)
  const lost = { ...sourceOf(before), minor: refundMinor - before.sourceMinor }
  const journals = [
    transferRefunded(before.id, termsOf(before), purse, refundMinor),
    transferRateDifference(before.id, lost),
  ]
  await tx.write(
    ...write,
    claims.endClaim(key, now),
    post(before.profileId, journals, now),
    ...(purse.kind === 'balance' ? [stepsOf(after, now)] : []),
  )
}

/**
 * What of S is owed for a claim that lapses later than the rate lock: no more than T is worth at
 * mid-market now. Otherwise the recipient, by answering or not, would choose for two weeks between T
 * and S, whichever is worth more (D111a).
 */
async function lapsedWorth(
  db: Reader,
  transfer: TransferRow,
  now: Temporal.Instant,
): Promise<bigint> {
  const { sourceMinor, sourceCurrency } = transfer
  if (!isRepriced(transfer, now)) return sourceMinor
  const worthMinor = await worthNow(db, targetOf(transfer), sourceCurrency, now, 'down')
  return worthMinor < sourceMinor ? worthMinor : sourceMinor
}
