// Sweeps of transfers: cancelling unpaid transfers (D24), moving paid transfers to their next status with
// GODWIT_AUTO_ADVANCE (D23), and resolving `profile_not_verified` where the verification of the profile did not (D42).

import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { next } from '../kernel/states.ts'
import { ROWS_PER_RUN_MAX, sweep } from '../kernel/sweep.ts'
import { getProfile } from '../profiles/index.ts'
import { hasLapsed } from './model.ts'
import { endUnpaidTransfer } from './moves/cancel-transfer.ts'
import { resolveIssue } from './moves/issues.ts'
import { moveLoadedTransfer } from './moves/move-transfer.ts'
import { transferStates } from './states.ts'
import { findTransfer } from './store.ts'

const key = { profileId: 'profile_id', id: 'id' }

/** The next status by the current one. */
const nextStatus: Readonly<Record<string, 'funds_converted' | 'outgoing_payment_sent'>> = {
  processing: 'funds_converted',
  funds_converted: 'outgoing_payment_sent',
}

export const lapse = sweep({
  name: 'transfers.lapse',
  summary: 'Cancels a transfer that nobody paid within five working days (D24).',
  table: 'transfers',
  key,
  about: 'transfer',
  dueAt: 't.lapses_at',
  // Members of a batch group lapse with their group: `batches` has a sweep for that.
  where: 't.lapses_at is not null and t.batch_group_id is null',
  batchMax: ROWS_PER_RUN_MAX,
  act: async (tx, { profileId, id }, now) => {
    const transferId = Number(id) as Id<'transfer'>
    const transfer = await findTransfer(tx, [profileId as Id<'profile'>], transferId)
    if (transfer === undefined || !hasLapsed(transfer, now)) return false
    const status = next(transferStates, transfer.status, 'lapse')
    if (status === undefined) return false
    await endUnpaidTransfer(tx, transfer, status, now)
    return true
  },
})

export const advance = sweep({
  name: 'transfers.advance',
  summary:
    'Moves a paid transfer of the sandbox to its next status after an interval (GODWIT_AUTO_ADVANCE, D23).',
  table: 'transfers',
  key,
  about: 'transfer',
  dueAt: 't.advances_at',
  where: `t.advances_at is not null and t.active_issues = '{}'`,
  batchMax: ROWS_PER_RUN_MAX,
  act: async (tx, { profileId, id }, now, { settings }) => {
    const transferId = Number(id) as Id<'transfer'>
    const transfer = await findTransfer(tx, [profileId as Id<'profile'>], transferId)
    // Another process may have moved the transfer since the sweep found it. The transfer is then due later, or never.
    if (!transfer?.advancesAt || isAfter(transfer.advancesAt, now)) return false
    const to = nextStatus[transfer.status]
    if (to === undefined) return false
    await moveLoadedTransfer(tx, transfer, { now, settings, to })
    return true
  },
})

export const releaseVerified = sweep({
  name: 'transfers.release-verified',
  summary:
    'Resolves the issue profile_not_verified of transfers whose profile is verified already (D42).',
  table: 'transfers',
  key,
  about: 'transfer',
  dueAt: 't.created_at',
  // Served by the index transfers_with_active_issues.
  where: `t.active_issues <> '{}' and 'profile_not_verified' = any(t.active_issues)
         and exists (select 1 from profiles p where p.id = t.profile_id and p.verified)`,
  batchMax: ROWS_PER_RUN_MAX,
  act: async (tx, transferKey, now) => {
    const profileId = transferKey.profileId as Id<'profile'>
    const { verified } = await getProfile(tx, profileId)
    return verified && resolveIssue(tx, profileId, 'profile_not_verified', now)
  },
})
