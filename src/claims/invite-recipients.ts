// Sends recipients who are known only by e-mail the links by which they enter their accounts. Only the hash of a link's secret
// is stored, and the mail is sent with no transaction open. A link that was not sent, or that a crashed process may have sent,
// is replaced by a new one.

import type { Database, Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { textWithCurrency } from '../kernel/money.ts'
import type { SweepContext, SweepKey } from '../kernel/sweep.ts'
import { DAY, endOf } from '../kernel/timer.ts'
import { findRecipient } from '../recipients/index.ts'
import {
  awaitsClaim,
  findTransfer,
  leaseInvitation,
  recordInvitationResult,
  targetOf,
  timeToClaim,
} from '../transfers/index.ts'
import { hashSecret } from '../users/index.ts'
import { senderOf } from './find-claim.ts'
import { claimPath, tokenText } from './model.ts'
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
  const link = (settings.publicUrl ?? '') + claimPath(tokenText(profileId, secret))
  const error = await sendLink(db.reader, claim, link, { outside, now })
  await db.transact((tx) => recordInvitationResult(tx, claim, tokenHash, error))
  return true
}

type Claim = { readonly profileId: Id<'profile'>; readonly transferId: Id<'transfer'> }
type SendContext = Pick<SweepContext, 'outside'> & { readonly now: Temporal.Instant }

/** Returns why the mail was not sent; null when it was sent or is no longer needed. */
async function sendLink(
  db: Reader,
  claim: Claim,
  link: string,
  { outside, now }: SendContext,
): Promise<string | null> {
  try {
    const mail = await mailOf(db, claim, link)
    if (mail === undefined) return null
    if (outside.mailer === undefined) return NO_MAILER
    await outside.mailer.send(mail, now)
    return null
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}

/** Undefined when the transfer no longer waits for an account. Throws when the recipient has no e-mail address. */
async function mailOf(
  db: Reader,
  { profileId, transferId }: Claim,
  link: string,
): Promise<Mail | undefined> {
  const transfer = await findTransfer(db, [profileId], transferId)
  if (transfer === undefined || !awaitsClaim(transfer)) return undefined
  const recipient = await findRecipient(db, [profileId], transfer.targetAccount)
  const to = recipient?.details['email']
  if (recipient === undefined || typeof to !== 'string')
    throw new Error(
      `Recipient ${transfer.targetAccount} has no e-mail address, so no link can be sent`,
    )
  const sender = await senderOf(db, transfer)
  const amount = textWithCurrency(targetOf(transfer))
  return {
    to,
    subject: `${sender} sends you ${amount}`,
    text: [
      `Dear ${recipient.accountHolderName},`,
      `${sender} sends you ${amount}. Open this link to enter the bank account that receives the money:`,
      link,
      `The link works once, within ${timeToClaim.seconds / DAY} days; then the money is returned to the sender.`,
    ].join('\n\n'),
  }
}
