// The activity on the page Home: what its entries show, where they lead, and when they load data again.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { usePages, waitUntilLoaded } from './browser.ts'
import { call, createTransfer, profileIdOf } from './calls.ts'

const open = usePages()

/** Answers each request for the feed with one entry, after which the stream ends. */
async function answerFeed(page: Page, entry: { readonly kind: string; readonly position: string }) {
  const body = `id: ${entry.position}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`
  await page.route('**/sandbox/feed?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  )
}

it.each([
  { operation: 'createTransfer', onlyReads: false, isLoadedAgain: true, effect: 'loads' },
  { operation: 'listBalances', onlyReads: true, isLoadedAgain: false, effect: 'does not load' },
])('a request of $operation in the feed $effect the data again', async (expected) => {
  const entry = {
    kind: 'request',
    position: '1:2:',
    at: '2026-01-05T10:00:00Z',
    requestId: 7,
    operation: expected.operation,
    method: 'POST',
    path: '/v1/transfers',
    onlyReads: expected.onlyReads,
    status: 200,
    profileId: null,
    applicationId: null,
    traceId: 'trace-1',
    durationMicros: 1000,
    errorCodes: [],
  }
  const page = await open('/')
  await answerFeed(page, entry)
  await page.reload()
  await waitUntilLoaded(page)
  let streams = 0
  let loads = 0
  page.on('request', (request) => {
    if (request.url().includes('/sandbox/feed?')) streams += 1
    if (request.url().includes('/balances?')) loads += 1
  })
  // Each stream ends after its entry, and the page opens another 100 ms later or more. Five streams take longer than the
  // REFRESH_INTERVAL_MS that a refresh may be delayed.
  await expect.poll(() => streams, { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
  await expect.poll(() => loads > 0).toBe(expected.isLoadedAgain)
})

/** A delivery about transfer 7. */
const deliveryEntry = (state: string, subscriptionId: string) => ({
  kind: 'delivery',
  position: '1:2:',
  at: '2026-01-05T10:00:00Z',
  name: 'transfers#state-change',
  resource: 'transfer:7',
  attempt: 1,
  status: 500,
  error: null,
  latencyMs: 3,
  nextAttemptAt: null,
  state,
  subscriptionId,
})

/** A subscription that the profile does not own. */
const OTHER_SUBSCRIPTION_ID = 'b7a1f0f0-8c1c-4b1e-9d43-000000000000'

it.each([
  ['DELIVERED', 'status-good'],
  ['RETRYING', 'status-caution'],
  ['FAILED', 'status-bad'],
])(
  'a delivery that is %s has the class %s in the feed, which sets its color',
  async (state, name) => {
    const page = await open('/')
    await answerFeed(page, deliveryEntry(state, OTHER_SUBSCRIPTION_ID))
    await page.reload()
    const line = page.locator('.feed-line').filter({ hasText: state })
    await line.first().waitFor()
    expect(await line.first().locator('.status').getAttribute('class')).toContain(name)
  },
)

it.each(['RETRYING', 'FAILED'])(
  'a delivery that is %s leads to its subscription, or to the page Webhooks when the profile does not own the subscription',
  async (state) => {
    const page = await open('/')
    const { url: inbox } = await call<{ url: string }>(page, 'POST', '/v1/sandbox/inboxes', {})
    const subscription = await call<{ id: string }>(
      page,
      'POST',
      `/v3/profiles/${await profileIdOf(page)}/subscriptions`,
      {
        name: 'Transfers',
        trigger_on: 'transfers#state-change',
        delivery: { version: '2.0.0', url: inbox },
      },
    )
    const link = page.getByRole('link', { name: 'transfers#state-change of transfer:7' }).first()
    for (const [subscriptionId, href] of [
      [subscription.id, `/console/webhooks/${subscription.id}`],
      [OTHER_SUBSCRIPTION_ID, '/console/webhooks'],
    ] as const) {
      await page.unroute('**/sandbox/feed?*')
      await answerFeed(page, deliveryEntry(state, subscriptionId))
      await page.reload()
      await expect.poll(() => link.getAttribute('href')).toBe(href)
    }
  },
)

it('a request in the feed is marked as having the real time, and a change of state is not', async () => {
  const page = await open('/')
  await createTransfer(page)
  const line = (text: string) => page.locator('.feed-line').filter({ hasText: text }).first()
  await line('POST /v1/transfers: 200').getByText('(real time)').waitFor()
  const transition = line('→ incoming_payment_waiting')
  await transition.waitFor()
  expect(await transition.innerText()).not.toContain('real time')
})

it('a timer in the feed is described without references to decisions', async () => {
  const entry = {
    kind: 'timer',
    position: '1:2:',
    at: '2026-01-05T10:00:00Z',
    profileId: 1,
    sweep: 'transfers.lapse',
    row: '7',
    summary: 'Cancels a transfer (D24).',
  }
  const page = await open('/')
  await answerFeed(page, entry)
  await page.reload()
  const line = page.locator('.feed-line').first()
  await line.getByText('transfers.lapse of 7: Cancels a transfer.', { exact: true }).waitFor()
})

it.each([
  ['balance-state:8', '/console/balances/8'],
  ['card:1', '/console/cards'],
  ['card-order:3', '/console/cards/orders/3'],
  [
    'dispute:3cf3dd96-903e-473a-9bb4-a5cf93450793',
    '/console/disputes/3cf3dd96-903e-473a-9bb4-a5cf93450793',
  ],
  ['swift-in:4', '/console/bank-details'],
  ['card-transaction:5', '/console/ledger?reference=card-transaction%3A5'],
])('an event about %s in the feed links to %s', async (resource, href) => {
  const entry = {
    kind: 'event',
    position: '1:2:',
    at: '2026-01-05T10:00:00Z',
    profileId: 1,
    name: 'an-event',
    resource,
  }
  const page = await open('/')
  await answerFeed(page, entry)
  await page.reload()
  const link = page.getByRole('link', { name: `an-event of ${resource}` }).first()
  expect(await link.getAttribute('href')).toBe(href)
})
