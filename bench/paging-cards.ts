// Rows of `npm run bench:paging`: payments with one card and their disputes.

import { GROCERY_STORE } from '../src/card-transactions/test/terminal.ts'
import { flowsPathOf, NETWORK, wrongAmountBody } from '../src/disputes/test/disputing.ts'
import { issueCard } from '../tools/kill/scenarios/cards.ts'
import { requestJson } from './api-request.ts'
import type { Sender } from './load-generator/lifecycle.ts'
import { copyLatestRow, daysAgo, type PagingBench, spreadOverYear } from './paging-rows.ts'

/** Each name states the filter and which transactions it finds. Their times are spread over the last year; days are in UTC. */
export const cardTransactionFilters: Readonly<Record<string, string>> = {
  'no filter': '',
  'fromTransactionDate, latest half': `&fromTransactionDate=${daysAgo(182)}`,
  'fromTransactionDate, latest day': `&fromTransactionDate=${daysAgo(1)}`,
  'fromTransactionDate, no row': `&fromTransactionDate=${daysAgo(-2)}`,
  'toTransactionDate, first half': `&toTransactionDate=${daysAgo(182)}`,
  'toTransactionDate, no row': `&toTransactionDate=${daysAgo(800)}`,
  'both dates, one month': period(212, 182),
  'both dates, one day': period(182, 182),
}

function period(fromDaysAgo: number, toDaysAgo: number): string {
  return `&fromTransactionDate=${daysAgo(fromDaysAgo)}&toTransactionDate=${daysAgo(toDaysAgo)}`
}

/** A card with payments, and the id of the first one. */
export type PaidCard = { readonly token: string; readonly firstId: number }

/** Issues a card with `count` captured payments. The first is made over HTTP, the others are copies of it. */
export async function copyCardTransactions(
  bench: PagingBench,
  owner: Sender,
  count: number,
): Promise<PaidCard> {
  const { db } = bench
  const { profileId } = owner
  const card = await payByCard(bench, owner)
  await copyLatestRow(db, 'card_transactions', {
    owner,
    count,
    changed: {
      number: 'n',
      ...Object.fromEntries(
        ['priced_at', 'created_at', 'updated_at'].map((column) => [column, spreadOverYear(count)]),
      ),
    },
  })
  // The transactions of a card are numbered in the order of their times, and the payment that was copied has number 1.
  await db.pool.query(
    `update card_transactions set created_at = now() - interval '365 days'
      where profile_id = $1 and id = $2`,
    [profileId, card.firstId],
  )
  await db.pool.query(
    `update card_usage c set transactions = $3
       from card_transactions t
      where t.profile_id = $1 and t.id = $2 and c.profile_id = $1 and c.card_id = t.card_id`,
    [profileId, card.firstId, count],
  )
  return card
}

/** Authorises and captures a payment with a new card. */
async function payByCard(
  { db, url }: PagingBench,
  { token, profileId }: Sender,
): Promise<PaidCard> {
  const card = await issueCard(db, profileId)
  const path = `simulation/spend/profiles/${profileId}/cards/${card.token}/transactions`
  const amount = { value: 50, currency: 'GBP' }
  const { error, reference } = await requestJson<{
    error: string | null
    reference: { transaction: { retrievalReferenceNum: string } }
  }>(url, token, `POST /v2/${path}/authorisation`, {
    pos: 'E_COMMERCE',
    cardNumber: card.pan,
    amount,
    mcc: GROCERY_STORE,
  })
  if (error !== null) throw new Error(`a card payment was declined: ${error}`)
  await requestJson(url, token, `POST /v1/${path}/clearing`, { amount, ref: reference })
  return { token: card.token, firstId: Number(reference.transaction.retrievalReferenceNum) }
}

/** Filters, with the share of the disputes that each finds. */
export function disputeFilters(transactionId: number): Readonly<Record<string, string>> {
  return {
    'no filter': '',
    'status, 99.9 %': '&status=CLOSED',
    'status, 0.1 %': '&status=ACTIVE',
    'transactionId, 1 %': `&transactionId=${transactionId}`,
    'transactionId, 1 %, status, no row': `&transactionId=${transactionId}&status=ACTIVE`,
  }
}

/**
 * Creates `count` disputes of payments with the card. One in a hundred is withdrawn and is about the first payment;
 * each of the others is about a payment without another dispute. One in a thousand is still open, the rest are closed.
 */
export async function copyDisputes(
  { db, url }: PagingBench,
  owner: Sender,
  { firstId }: PaidCard,
  count: number,
): Promise<void> {
  const { token, profileId } = owner
  const route = `POST ${flowsPathOf({ personal: profileId })}/${NETWORK}/WRONG_AMOUNT`
  await requestJson(url, token, route, wrongAmountBody(firstId))
  // Withdrawn, so that the first payment has no active dispute, and the filter with `no row` finds no dispute.
  await db.pool.query(`update disputes set sub_status = 'WITHDRAWN' where profile_id = $1`, [
    profileId,
  ])
  await copyLatestRow(db, 'disputes', {
    owner,
    count,
    changed: {
      id: 'gen_random_uuid()',
      // One statement inserted the copies directly after the first payment, so the ids of all payments are consecutive.
      transaction_id: `case when n % 100 = 7 then r.transaction_id else r.transaction_id + n - 1 end`,
      sub_status: `case when n % 100 = 7 then 'WITHDRAWN' when n % 1000 = 0 then 'SUBMITTED' else 'REFUNDED' end`,
      created_at: spreadOverYear(count),
    },
  })
}
