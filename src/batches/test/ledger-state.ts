// Reads debts, conversions and accounts of the ledger in tests, and creates a debt or a worthless rate.

import { createsDebitedGroup, simulateDebit } from '../../../test/support/batch-groups.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance, houseAccountBalances } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { ok, simulate } from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'
import { listDebts } from '../../ledger/index.ts'

/** The balance of the ledger account of a transfer, in minor units. */
export function inFlightMinor(
  service: TestService,
  { personal }: Person,
  transferId: number,
  currency: string,
) {
  return accountBalance(service.db.reader, personal, `transfer:${transferId}`, currency)
}

/** The house accounts of the profile whose balance is not zero: minor units by account and currency, such as `pay-in GBP`. */
export async function houseAccountsOf(
  service: TestService,
  { personal }: Person,
): Promise<Record<string, bigint>> {
  const all = await houseAccountBalances(service.db.reader, personal)
  const nonZero = all.filter(({ balance }) => balance !== 0n)
  return Object.fromEntries(nonZero.map((row) => [`${row.account} ${row.currency}`, row.balance]))
}

/** The debts of the profile: minor units by currency. */
export async function debtsOf(
  service: TestService,
  { personal }: Person,
): Promise<Record<string, bigint>> {
  const debts = await listDebts(service.db.reader, personal)
  return Object.fromEntries(debts.map(({ currency, amountMinor }) => [currency, amountMinor]))
}

/** The conversions of the profile as rows of text, oldest first. */
export async function conversionsOf(
  service: TestService,
  { personal }: Person,
): Promise<Record<string, unknown>[]> {
  const { rows } = await service.db.pool.query(
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

/** Sets a rate so low that 100 units of the currency buy less than a US cent, for all users of this service. */
export async function makesWorthless(service: TestService, currency: string): Promise<void> {
  await setsRate(service, currency, '10000000')
}

/** Sends 100 CAD paid by direct debit, then charges the debit back, so that the profile owes the amount. */
export async function incursDebt(person: Person): Promise<{ transferId: Id<'transfer'> }> {
  const { transfers, initiationId } = await createsDebitedGroup(person, { members: 1 })
  const transferId = transfers[0] as Id<'transfer'>
  await ok(simulate(person, transferId, 'funds_converted'))
  await ok(simulate(person, transferId, 'outgoing_payment_sent'))
  await ok(simulateDebit(person, initiationId, 'CHARGED_BACK'))
  return { transferId }
}
