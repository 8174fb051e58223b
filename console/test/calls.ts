// Calls of the API from a page of the console, for tests: with the session of the browser, as the console sends them.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Call = { readonly method: string; readonly path: string; readonly body?: unknown }

/** Sends a request. Returns the reply as an object; undefined for an empty reply. Throws when the service refuses the request. */
export function call<Reply>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  return page.evaluate(
    async (sent: Call) => {
      const session = await fetch('/console/session', { method: 'POST' })
      const { csrfToken } = (await session.json()) as { csrfToken: string }
      const reply = await fetch(sent.path, {
        method: sent.method,
        headers: {
          'x-csrf-token': csrfToken,
          'content-type': 'application/json',
          'X-idempotence-uuid': crypto.randomUUID(),
        },
        ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${sent.method} ${sent.path}: ${reply.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    { method, path, body },
  ) as Promise<Reply>
}

type Id = { readonly id: number }

/** The id of the first profile of the user, which the console shows until another profile is chosen. */
export async function profileIdOf(page: Page): Promise<number> {
  const [profile] = await call<Id[]>(page, 'GET', '/v2/profiles')
  return profile?.id ?? expect.fail('the user has no profile')
}

type Balance = Id & {
  readonly amount: { readonly value: number; readonly currency: string }
}

/** The standard balances of the first profile. */
export async function listBalances(page: Page): Promise<Balance[]> {
  const path = `/v4/profiles/${await profileIdOf(page)}/balances?types=STANDARD`
  return call<Balance[]>(page, 'GET', path)
}

/** The available amount of the standard balance in a currency. */
export async function availableIn(page: Page, currency: string): Promise<number> {
  const balance = (await listBalances(page)).find(({ amount }) => amount.currency === currency)
  return balance?.amount.value ?? expect.fail(`the profile has no balance in ${currency}`)
}

/** Creates a transfer of 100.00 GBP to a recipient in euros, and does not pay it. Returns its id. */
export async function createTransfer(page: Page): Promise<number> {
  const profileId = await profileIdOf(page)
  const recipient = await call<Id>(page, 'POST', '/v1/accounts', {
    profile: profileId,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: 'Nora Sample',
    details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
  })
  const quote = await call<{ id: string }>(page, 'POST', `/v3/profiles/${profileId}/quotes`, {
    sourceCurrency: 'GBP',
    targetCurrency: 'EUR',
    sourceAmount: 100,
    targetAccount: recipient.id,
    preferredPayIn: 'BALANCE',
  })
  const transfer = await call<Id>(page, 'POST', '/v1/transfers', {
    targetAccount: recipient.id,
    quoteUuid: quote.id,
    customerTransactionId: crypto.randomUUID(),
    details: { reference: 'Rent' },
  })
  return transfer.id
}

/** Creates a transfer of 100.00 GBP, and pays it from the balance. Returns its id. */
export async function payTransfer(page: Page): Promise<number> {
  const id = await createTransfer(page)
  const path = `/v3/profiles/${await profileIdOf(page)}/transfers/${id}/payments`
  await call(page, 'POST', path, { type: 'BALANCE' })
  return id
}
