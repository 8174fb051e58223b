// Where the money of a test is.

import { answers, debits } from '../../../test/support/batching.ts'
import { accountBalance, houseBalances } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { ok, step } from '../../../test/support/sending.ts'
import type { TestHouse } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { listDebts } from '../../ledger/index.ts'

/** What a balance holds, in minor units of its own currency. */
export async function heldOn(
  h: TestHouse,
  { personal }: Person,
  balanceId: number,
): Promise<bigint> {
  const { rows } = await h.db.pool.query('select currency from balances where id = $1', [balanceId])
  const account = `available:${balanceId}` as const
  return accountBalance(h.db.reader, personal, account, rows[0].currency)
}

export function inFlight(h: TestHouse, { personal }: Person, transferId: number, currency: string) {
  return accountBalance(h.db.reader, personal, `transfer:${transferId}`, currency)
}

/** The house's accounts of the profile, without those that are even. */
export async function houseOf(h: TestHouse, { personal }: Person): Promise<Record<string, bigint>> {
  const all = await houseBalances(h.db.reader, personal)
  const uneven = all.filter(({ balance }) => balance !== 0n)
  return Object.fromEntries(uneven.map((row) => [`${row.account} ${row.currency}`, row.balance]))
}

export async function debtsOf(h: TestHouse, { personal }: Person): Promise<Record<string, bigint>> {
  const debts = await listDebts(h.db.reader, personal)
  return Object.fromEntries(debts.map(({ currency, amountMinor }) => [currency, amountMinor]))
}

/** The conversions of the profile, oldest first. */
export async function movementsOf(
  h: TestHouse,
  { personal }: Person,
): Promise<Record<string, unknown>[]> {
  const { rows } = await h.db.pool.query(
    `select source_balance_id, target_balance_id, source_amount, target_amount, fee, rate::text,
            state, channel
       from balance_movements where profile_id = $1 and type = 'CONVERSION' order by id`,
    [personal],
  )
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as object).map(([name, value]) => [
        name,
        value === null ? null : `${value}`,
      ]),
    ),
  )
}

/** From now on whatever the currency buys is less than the smallest unit, for everybody in the house. */
export async function losesWorth(h: TestHouse, currency: string): Promise<void> {
  await h.db.pool.query(
    `insert into rate_points (currency, at, per_usd, source) values ($1, $2, 10000000, 'test')`,
    [currency, h.now().toString()],
  )
}

/** Sends 100 Canadian dollars paid by direct debit, and the bank takes them back: the person owes them. */
export async function owe(person: Person): Promise<{ transferId: Id<'transfer'> }> {
  const { transfers, initiationId } = await debits(person, { members: 1 })
  const transferId = transfers[0] as Id<'transfer'>
  await ok(step(person, transferId, 'funds_converted'))
  await ok(step(person, transferId, 'outgoing_payment_sent'))
  await ok(answers(person, initiationId, 'CHARGED_BACK'))
  return { transferId }
}
