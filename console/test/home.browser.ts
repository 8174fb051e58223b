// The page Home: the first transfer, its samples, and the live feed.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { root } from '../../test/architecture/source.ts'
import { usePages, violationsOf } from './browser.ts'
import { call, createTransfer, profileIdOf } from './calls.ts'
import { readProfileId, sendAndRead } from './program.ts'

/** The shell scripts of the samples start several processes one after the other. */
const TIMEOUT_MS = 120_000

const open = usePages()
const run = promisify(execFile)

/** The available amount in GBP, as the page shows it, in pence: a difference of pounds would not be exact. */
async function readPence(page: Page): Promise<number> {
  const text = await page.getByRole('listitem').filter({ hasText: 'GBP' }).innerText()
  return Number(text.replace(/\D/g, ''))
}

it('one click sends a transfer, which the page then lists, and the balance falls by 100 GBP', async () => {
  const page = await open('/')
  const before = await readPence(page)
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  const last = page.getByText('sent the money to the recipient: outgoing_payment_sent')
  await last.waitFor()
  expect(await violationsOf(page)).toEqual([])
  const created = await page.getByText(/created transfer \d+/).innerText()
  const id = /\d+/.exec(created)?.[0] ?? ''
  await page.getByRole('row').filter({ hasText: 'Nora Sample' }).first().waitFor()
  await page.getByRole('link', { name: id, exact: true }).waitFor()
  await expect.poll(() => readPence(page)).toBe(before - 10_000)
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
  await createTransfer(page)
  const path = `/v1/sandbox/profiles/${await profileIdOf(page)}/transfers`
  const list = await call<object[]>(page, 'GET', path)
  const recipientName = '<img src=x onerror="document.title=1">'
  await page.route(`**${path}*`, (route) =>
    route.fulfill({ json: list.map((transfer) => ({ ...transfer, recipientName })) }),
  )
  await page.reload()
  const names = page.getByRole('cell', { name: recipientName })
  await names.first().waitFor()
  expect(await page.locator('td img').count()).toBe(0)
})

it.each(['curl', 'SDK', 'CLI'])(
  'the sample for %s, run as it is shown, pays, converts and sends a transfer',
  async (name) => {
    const page = await open('/')
    await page.getByRole('tab', { name }).click()
    const code = await page.getByRole('tabpanel').locator('pre').innerText()
    const folder = mkdtempSync(join(tmpdir(), 'godwit-sample-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    try {
      const script = name === 'SDK' ? 'sample.ts' : 'sample.sh'
      writeFileSync(join(folder, script), code)
      const env = { ...process.env, NODE_OPTIONS: '--conditions=godwit-source' }
      const program = name === 'SDK' ? process.execPath : 'bash'
      const { stdout } = await run(program, [script], { cwd: folder, env })
      expect(stdout.trim().split('\n')).toEqual([
        'COMPLETED',
        'funds_converted',
        'outgoing_payment_sent',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  TIMEOUT_MS,
)

it('a top-up of 7 GBP by another program appears without a reload, with the changed balance', async () => {
  const page = await open('/')
  const before = await readPence(page)
  type Balance = { readonly id: number; readonly currency: string }
  const profileId = await readProfileId()
  const path = `/v4/profiles/${profileId}/balances?types=STANDARD`
  const balance = (await sendAndRead<Balance[]>('GET', path)).find(
    ({ currency }) => currency === 'GBP',
  )
  await sendAndRead('POST', '/v1/simulation/balance/topup', {
    profileId,
    balanceId: balance?.id,
    currency: 'GBP',
    amount: 7,
  })
  await page
    .locator('.feed-line')
    .filter({ hasText: `balance:${balance?.id}` })
    .first()
    .waitFor()
  await expect.poll(() => readPence(page)).toBe(before + 700)
  expect(await violationsOf(page)).toEqual([])
})

it('Home shows what happened before Home was opened, with links to a request and to a transfer', async () => {
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

it('Home shows why the feed is not followed, and follows the feed again on request', async () => {
  const page = await open('/')
  const refusal = { errors: [{ code: 'feed.too-many-streams', message: 'Close other tabs.' }] }
  await page.route('**/sandbox/feed*', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.reload()
  const notice = page.getByRole('alert')
  await notice.getByText('feed.too-many-streams').waitFor()
  await page.unroute('**/sandbox/feed*')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => notice.count()).toBe(0)
  await expectFollowedFeed(page)
})

/** Creates a transfer, and waits until the feed shows an entry about the transfer. */
async function expectFollowedFeed(page: Page): Promise<void> {
  const id = await createTransfer(page)
  await page
    .locator('.feed-line')
    .filter({ hasText: `transfer:${id}` })
    .first()
    .waitFor()
}

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
  // The tab is shown again only after its stream is closed: React renders two changes of the state at once as one, and would
  // then keep the first stream.
  const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/feed'))
  await setHidden(page, true)
  await closed
  await setHidden(page, false)
  const notice = page.getByRole('alert')
  await notice.getByText('feed.position.too-old').waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => notice.count()).toBe(0)
  await expectFollowedFeed(page)
})
