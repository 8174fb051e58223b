// Calls of the API from a page of the console, for tests: with the session of the browser, as the console sends them.

import type { Page } from 'playwright-core'

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

/** Creates a transfer of 100.00 GBP to a recipient in euros, and does not pay it. Returns its id. */
export async function createTransfer(page: Page): Promise<number> {
  const [profile] = await call<Id[]>(page, 'GET', '/v2/profiles')
  const recipient = await call<Id>(page, 'POST', '/v1/accounts', {
    profile: profile?.id,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: 'Nora Sample',
    details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' },
  })
  const quote = await call<{ id: string }>(page, 'POST', `/v3/profiles/${profile?.id}/quotes`, {
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
  const [profile] = await call<Id[]>(page, 'GET', '/v2/profiles')
  await call(page, 'POST', `/v3/profiles/${profile?.id}/transfers/${id}/payments`, {
    type: 'BALANCE',
  })
  return id
}
