// Sweeps of claims: sending the links, and refunding transfers whose recipient named no account in time.

import type { Id } from '../kernel/ids.ts'
import { type DeclaredKeyedSweep, ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { refundLapsedClaim } from '../transfers/index.ts'
import { inviteRecipients } from './invite-recipients.ts'

/** A choice of this project: mails are sent one after the other, and a longer run would delay the other sweeps. */
const INVITATIONS_PER_RUN_MAX = 50
const key = { profileId: 'profile_id', id: 'transfer_id' }

export const invite: DeclaredKeyedSweep = sweep({
  name: 'claims.invite',
  summary:
    'Sends a recipient who is known only by e-mail the link to the page on which to name the account that receives the money.',
  table: 'transfer_claims',
  key,
  about: 'transfer',
  dueAt: 't.invites_at',
  where: 't.invites_at is not null',
  batchMax: INVITATIONS_PER_RUN_MAX,
  run: async (db, now, context) => {
    const keys = await db.reader.rows(invite.dueKeys, [now.toString(), INVITATIONS_PER_RUN_MAX])
    return inviteRecipients(db, keys, now, context)
  },
})

export const lapse = sweep({
  name: 'claims.lapse',
  summary: 'Refunds a transfer whose recipient named no account in time (D19).',
  table: 'transfer_claims',
  key,
  about: 'transfer',
  dueAt: 't.expires_at',
  where: 't.claimed_at is null and t.ended_at is null',
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, { profileId, id }, now) =>
    refundLapsedClaim(
      tx,
      { profileId: profileId as Id<'profile'>, transferId: Number(id) as Id<'transfer'> },
      now,
    ),
})
