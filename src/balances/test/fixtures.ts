// Opens, tops up and reads balances, and reads events, for tests of every module that moves money.

import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { topUp } from '../index.ts'

type Kind = { type?: 'STANDARD' | 'SAVINGS'; name?: string; icon?: unknown }

/** Opens a balance of the personal profile over HTTP. */
export function openBalance(
  person: Person,
  currency: string,
  { type = 'STANDARD', ...named }: Kind = {},
) {
  return person.call(`POST /v4/profiles/${person.personal}/balances`, {
    body: { currency, type, ...named },
    headers: { 'x-idempotence-uuid': randomUUID() },
  })
}

/** Opens a STANDARD balance with `amount` in it and returns its id. */
export function opensBalanceWith(
  service: TestService,
  person: Person,
  currency: string,
  amount: string,
): Promise<Id<'balance'>> {
  return opensBalanceOfKind(service, person, { currency }, amount)
}

/** Opens a STANDARD or SAVINGS balance with `amount` in it and returns its id. */
export async function opensBalanceOfKind(
  service: TestService,
  person: Person,
  { currency, ...kind }: Kind & { currency: string },
  amount: string,
): Promise<Id<'balance'>> {
  const { id: balanceId } = await ok(openBalance(person, currency, kind))
  if (amount !== '0') await topUpBalance(service, person, { balanceId, currency, amount })
  return balanceId
}

/** Tops up a balance of the personal profile from a card. */
export function topUpBalance(
  service: TestService,
  { personal: profileId }: Person,
  credit: { balanceId: Id<'balance'>; currency: string; amount: string },
) {
  return service.db.transact((tx) =>
    topUp(tx, { profileId, ...credit, channel: 'CARD', now: service.now() }),
  )
}

/** The amount that is available on a balance, in units of its currency. */
export async function amountOf(person: Person, balanceId: Id<'balance'>): Promise<number> {
  const { body } = await person.call(`GET /v4/profiles/${person.personal}/balances/${balanceId}`)
  return body.amount.value
}

const listEventsSql = sql<{ name: string; number: number; payload: Record<string, unknown> }>(`
  select name, number, payload from events where subject = $1 order by number, name`)

/** The events of a subject such as `balance:7`, in ascending order of their numbers. */
export function eventsAbout(service: TestService, subject: string) {
  return service.db.reader.rows(listEventsSql, [subject])
}
