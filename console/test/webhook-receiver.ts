// A receiver of webhooks for browser tests, and the steps that make it receive messages.

import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { waitUntilLoaded } from './browser.ts'

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Receiver = {
  url: string
  /** The status of each reply; 200 at the start of each test. */
  status: number
  /** The requests of this test. */
  readonly received: Received[]
}

/** Starts a receiver for the tests of the file. */
export function useReceiver(): Receiver {
  const receiver: Receiver = { url: '', status: 200, received: [] }
  beforeAll(async () => {
    const address = await startServer(async (request, reply) => {
      receiver.received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: await text(request),
      })
      reply.writeHead(receiver.status).end()
    })
    receiver.url = `${address}/hook`
  })
  beforeEach(() => {
    receiver.status = 200
    receiver.received.length = 0
  })
  afterAll(closeServers)
  return receiver
}

/** Fills in and submits the form of a subscription. Does not wait for the reply of the service. */
export async function subscribe(page: Page, name: string, url: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByLabel('URL', { exact: true }).press('Enter')
}

/** Sends a transfer, which causes three events or more. */
export async function sendTransfer(page: Page): Promise<void> {
  await page.goto('/console')
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  await page.getByText('sent the money to the recipient: outgoing_payment_sent').waitFor()
}

/**
 * Subscribes on the page Webhooks, and waits until the subscription has received the events of a transfer. Returns a
 * function that lists the messages that the subscription has received so far, without the test message.
 */
export async function receiveDeliveries(page: Page, name: string, receiver: Receiver) {
  // A path for each subscription, because the subscriptions of other tests receive the same events.
  await subscribe(page, name, `${receiver.url}/${name}`)
  const messages = () =>
    receiver.received.filter(
      ({ path, headers }) => path === `/hook/${name}` && !headers['x-test-notification'],
    )
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const address = page.url()
  await sendTransfer(page)
  await page.goto(address)
  await waitUntilLoaded(page)
  await expect
    .poll(
      async () => {
        const rows = await page.getByRole('cell', { name: 'delivered' }).count()
        return rows > 2 && rows === messages().length
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  return messages
}
