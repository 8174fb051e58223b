// Lists the work that waits for an operator in live mode (D129): one list for each kind, over all profiles.

import { listOpenDisputes } from '../../../disputes/index.ts'
import type { Reader } from '../../../kernel/database/db.ts'
import { money, textWithCurrency } from '../../../kernel/money.ts'
import type { OffsetPage } from '../../../kernel/pages.ts'
import { listSweepFailures } from '../../../kernel/sweep-failures.ts'
import { listUnverifiedProfiles } from '../../../profiles/index.ts'
import {
  listTransfersInProgress,
  listUnpaidTransfers,
  type OpenTransfer,
} from '../../../transfers/index.ts'
import { listChecksInReview, listWaitingDocuments } from '../../../verification/index.ts'
import { listFailedDeliveries } from '../../../webhooks/index.ts'

type Item = Readonly<Record<string, unknown>>

const showTransfer = (transfer: OpenTransfer): Item => {
  const { sourceMinor, sourceCurrency, targetMinor, targetCurrency, ...shown } = transfer
  return {
    ...shown,
    source: textWithCurrency(money(sourceMinor, sourceCurrency)),
    target: textWithCurrency(money(targetMinor, targetCurrency)),
  }
}

/** Returns the function that lists the transfers in this status. */
const listIn =
  (status: Parameters<typeof listTransfersInProgress>[1]) => async (db: Reader, page: OffsetPage) =>
    (await listTransfersInProgress(db, status, page)).map(showTransfer)

const lists = {
  'pay-ins': async (db, page) => (await listUnpaidTransfers(db, page)).map(showTransfer),
  conversions: listIn('processing'),
  'pay-outs': listIn('funds_converted'),
  refunds: listIn('bounced_back'),
  profiles: listUnverifiedProfiles,
  documents: listWaitingDocuments,
  checks: listChecksInReview,
  disputes: listOpenDisputes,
  deliveries: listFailedDeliveries,
  sweeps: listSweepFailures,
} satisfies Record<string, (db: Reader, page: OffsetPage) => Promise<readonly Item[]>>

export type WaitingKind = keyof typeof lists

export const waitingKinds = Object.keys(lists) as readonly WaitingKind[]

/** Returns a page of a list, and whether another page follows. */
export async function listWaiting(
  db: Reader,
  kind: WaitingKind,
  page: number,
  size: number,
): Promise<{ readonly items: readonly Item[]; readonly hasMore: boolean }> {
  const found: readonly Item[] = await lists[kind](db, { offset: page * size, size: size + 1 })
  return { items: found.slice(0, size), hasMore: found.length > size }
}
