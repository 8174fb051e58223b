// Sends recipients who are known only by e-mail the links by which they enter their accounts. Only the hash of a link's secret
// is stored, and the mail is sent with no transaction open. A link that was not sent, or that a crashed process may have sent,
// is replaced by a new one.

import type { Database, Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { textWithCurrency } from '../kernel/money.ts'
import type { SweepContext, SweepKey } from '../kernel/sweep.ts'
import { endOf } from '../kernel/timer.ts'
import { findRecipient } from '../recipients/index.ts'
import { leaseInvitation, recordInvitationResult, targetOf } from '../transfers/index.ts'
import { hashSecret } from '../users/index.ts'
import { findOpenClaim, type OpenClaim } from './find-claim.ts'
import { claimPath, expiryText, tokenText } from './model.ts'
import type { Mail } from './store.ts'
import { invitationRetry } from './timers.ts'

const NO_MAILER =
  'No mail can be sent, because GODWIT_SMTP_URL is not set. Set it: sending is retried until the claim expires.'

/** Sends the due links. Returns how many links this process leased, whether or not their mail was sent. */
export async function inviteRecipients(
  db: Database,
  keys: readonly SweepKey[],
  now: Temporal.Instant,
  context: SweepContext,
): Promise<number> {
  let leased = 0
  for (const key of keys) if (await inviteOne(db, key, now, context)) leased++
  return leased
}

async function inviteOne(
  db: Database,
  key: SweepKey,
  now: Temporal.Instant,
  { outside, random, settings }: SweepContext,
): Promise<boolean> {
  const profileId = key.profileId as Id<'profile'>
  const transferId = Number(key.id) as Id<'transfer'>
  const claim = { profileId, transferId }
  const secret = random.secret()
  const tokenHash = hashSecret(secret)
  const retryAt = endOf(invitationRetry, now)
  const leased = await db.transact((tx) => leaseInvitation(tx, claim, tokenHash, { now, retryAt }))
  if (!leased) return false
  const token = tokenText(profileId, secret)
  const publicUrl = settings.publicUrl ?? ''
  const error = await sendLink(db.reader, token, { outside, publicUrl, now })
  await db.transact((tx) => recordInvitationResult(tx, claim, tokenHash, error))
  return true
}

type SendContext = Pick<SweepContext, 'outside'> & {
  readonly publicUrl: string
  readonly now: Temporal.Instant
}

/** Returns why the mail was not sent; null when it was sent or is no longer needed. */
async function sendLink(
  db: Reader,
  token: string,
  { outside, publicUrl, now }: SendContext,
): Promise<string | null> {
  try {
    const found = await findOpenClaim(db, token, now)
    if (found === 'unknown' || found === 'closed') return null
    const mail = await mailOf(db, found, publicUrl + claimPath(token))
    if (outside.mailer === undefined) return NO_MAILER
    await outside.mailer.send(mail, now)
    return null
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}

/** Throws when the recipient has no e-mail address. */
async function mailOf(
  db: Reader,
  { claim, transfer, senderName }: OpenClaim,
  link: string,
): Promise<Mail> {
  const recipient = await findRecipient(db, [transfer.profileId], transfer.targetAccount)
  const to = recipient?.details['email']
  if (recipient === undefined || typeof to !== 'string')
    throw new Error(
      `Recipient ${transfer.targetAccount} has no e-mail address, so no link can be sent`,
    )
  const amount = textWithCurrency(targetOf(transfer))
  return {
    to,
    subject: `${senderName} sends you ${amount}`,
    text: [
      `Dear ${recipient.accountHolderName},`,
      `${senderName} sends you ${amount}. Open this link to enter the bank account that receives the money:`,
      link,
      `The link works once, until ${expiryText(claim)}. If you do not use it by then, the money goes back to ${senderName}.`,
    ].join('\n\n'),
  }
}
