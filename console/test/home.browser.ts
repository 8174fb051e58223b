// The page Home: the first transfer, its samples, and the live feed.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { root } from '../../test/architecture/source.ts'
import { usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import { call, createTransfer } from './calls.ts'
import { sendAndRead } from './program.ts'

const open = usePages()
const run = promisify(execFile)

/** The available amount in GBP, as the page shows it. */
const readPounds = (page: Page) => page.getByRole('listitem').filter({ hasText: 'GBP' }).innerText()

it('one click sends a transfer, which the page then lists, and the balance falls by 100 GBP', async () => {
  const page = await open('/')
  const before = await readPounds(page)
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  const last = page.getByText('sent it to the recipient: outgoing_payment_sent')
  await last.waitFor()
  expect(await violationsOf(page)).toEqual([])
  const created = await page.getByText(/created transfer \d+/).innerText()
  const id = /\d+/.exec(created)?.[0] ?? ''
  await page.getByRole('row').filter({ hasText: 'Nora Sample' }).first().waitFor()
  await page.getByRole('link', { name: id, exact: true }).waitFor()
  await expect.poll(() => readPounds(page)).not.toBe(before)
  const value = (text: string) => Number(text.replace(/[^\d.]/g, ''))
  expect(value(before) - value(await readPounds(page))).toBeCloseTo(100)
})

it('a refused step is shown with its code, and the steps before it stay', async () => {
  const page = await open('/')
  await page.route('**/quotes', (route) =>
    route.fulfill({ status: 422, json: { errors: [{ code: 'no.rate', message: 'No rate.' }] } }),
  )
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  await page.getByRole('alert').getByText('no.rate').waitFor()
  expect(await page.getByText(/created recipient \d+/).isVisible()).toBe(true)
})

it('a name with HTML is shown as text', async () => {
  const page = await open('/')
  const title = '<strong>&lt;img src=x onerror="document.title=1"&gt;</strong><img src=x>'
  await page.route('**/activities*', async (route) => {
    const activity = { id: 'A', type: 'TRANSFER', resource: { type: 'TRANSFER', id: '7' }, title }
    const amounts = { description: '', primaryAmount: '1.00 EUR', secondaryAmount: '' }
    const times = { createdOn: '2026-01-05T10:00:00Z', updatedOn: '2026-01-05T10:00:00Z' }
    const activities = [{ ...activity, ...amounts, ...times, status: 'COMPLETED' }]
    await route.fulfill({ json: { cursor: null, activities } })
  })
  await page.reload()
  await page.getByRole('cell', { name: '<img src=x onerror="document.title=1">' }).waitFor()
  expect(await page.locator('td img').count()).toBe(0)
})

it.each(['curl', 'SDK', 'CLI'])(
  'the sample for %s pays when it is pasted',
  async (name) => {
    const page = await open('/')
    await page.getByRole('tab', { name }).click()
    const code = await page.getByRole('tabpanel').innerText()
    const folder = mkdtempSync(join(tmpdir(), 'godwit-sample-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    try {
      const script = name === 'SDK' ? 'sample.ts' : 'sample.sh'
      writeFileSync(join(folder, script), code)
      const env = { ...process.env, NODE_OPTIONS: '--conditions=godwit-source' }
      const program = name === 'SDK' ? process.execPath : 'bash'
      const { stdout } = await run(program, [script], { cwd: folder, env })
      expect(stdout.trim()).toBe('COMPLETED')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  120_000,
)

it('a top-up by another program appears without a reload, with the changed balance', async () => {
  const page = await open('/')
  const before = await readPounds(page)
  type Balance = { readonly id: number; readonly currency: string }
  const [profile] = await sendAndRead<{ id: number }[]>('GET', '/v2/profiles')
  const path = `/v4/profiles/${profile?.id}/balances?types=STANDARD`
  const balance = (await sendAndRead<Balance[]>('GET', path)).find(
    ({ currency }) => currency === 'GBP',
  )
  await sendAndRead('POST', '/v1/simulation/balance/topup', {
    profileId: profile?.id,
    balanceId: balance?.id,
    currency: 'GBP',
    amount: 7,
  })
  await page
    .locator('.feed-line')
    .filter({ hasText: `balance:${balance?.id}` })
    .first()
    .waitFor()
  await expect.poll(() => readPounds(page)).not.toBe(before)
  expect(await violationsOf(page)).toEqual([])
})

it('shows what happened before it was opened, and each entry leads to its resource', async () => {
  const earlier = await open('/')
  const id = await createTransfer(earlier)
  await call(earlier, 'POST', '/v1/transfers', {}).catch(() => undefined)
  const page = await open('/')
  const entry = (text: string) => page.locator('.feed-line').filter({ hasText: text }).first()
  await entry('POST /v1/transfers: 400').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'POST /v1/transfers' }).waitFor()
  await page.goBack()
  await entry(`of transfer:${id}`).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor()
})

it('shows why the feed is not followed, and follows it again on request', async () => {
  const page = await open('/')
  const refusal = { errors: [{ code: 'feed.too-many-streams', message: 'Close other tabs.' }] }
  await page.route('**/sandbox/feed*', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.reload()
  const notice = page.getByRole('alert')
  await notice.getByText('feed.too-many-streams').waitFor()
  await page.unroute('**/sandbox/feed*')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => notice.count()).toBe(0)
})

/** Hides or shows the tab, as the browser does when its user selects another tab. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

it('a feed whose position the service no longer has begins again with the newest entries', async () => {
  const page = await open('/')
  await createTransfer(page)
  await page.locator('.feed-line').first().waitFor()
  const refusal = { errors: [{ code: 'feed.position.too-old', message: 'Entries were deleted.' }] }
  await page.route('**/sandbox/feed?after=*', (route) =>
    route.fulfill({ status: 422, json: refusal }),
  )
  // Shown again only after its stream is closed: React renders two changes of the state at once as one, and then nothing
  // is opened again.
  const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/feed'))
  await setHidden(page, true)
  await closed
  await setHidden(page, false)
  const notice = page.getByRole('alert')
  await notice.getByText('feed.position.too-old').waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => notice.count()).toBe(0)
  const id = await createTransfer(page)
  await page
    .locator('.feed-line')
    .filter({ hasText: `transfer:${id}` })
    .first()
    .waitFor()
})

/** Answers each request for the feed with one entry, after which the stream ends. */
async function answerFeed(page: Page, entry: { readonly kind: string; readonly position: string }) {
  const body = `id: ${entry.position}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`
  await page.route('**/sandbox/feed?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  )
}

it.each([
  { operation: 'createTransfer', onlyReads: false, isLoadedAgain: true },
  { operation: 'listBalances', onlyReads: true, isLoadedAgain: false },
])('$operation in the feed loads the data again: $isLoadedAgain', async (expected) => {
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

it.each([
  ['DELIVERED', 'status-good'],
  ['RETRYING', 'status-caution'],
  ['FAILED', 'status-bad'],
])('a delivery that is %s has the color %s in the feed', async (state, color) => {
  const entry = {
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
  }
  const page = await open('/')
  await answerFeed(page, entry)
  await page.reload()
  const line = page.locator('.feed-line').filter({ hasText: state })
  await line.first().waitFor()
  expect(await line.first().locator('.status').getAttribute('class')).toContain(color)
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
