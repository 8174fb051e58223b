// The questions of a newcomer to the console. Each answer is at most three presses away from Home, and agrees with what the
// API does.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { panel, usePages, waitUntilLoaded } from './browser.ts'
import { createTransfer, payTransfer } from './calls.ts'
import { readProfileId, send, sendAndRead } from './program.ts'

const open = usePages()
const PRESSES_MAX = 3
/** How long the slow receiver waits before it replies: longer than any other delivery of this file takes. */
const SLOW_MS = 1_200

let receiverUrl: string
let profileId: number

beforeAll(async () => {
  receiverUrl = await startServer(async (request, reply) => {
    if (request.url === '/slow') await sleep(SLOW_MS)
    request.resume()
    reply.writeHead(200).end()
  })
  profileId = await readProfileId()
})
afterAll(closeServers)

type Newcomer = { readonly page: Page; readonly press: (target: Locator) => Promise<void> }

/** Opens Home. Returns the page, and a function that presses something on it: `PRESSES_MAX` times at most. */
async function openHome(): Promise<Newcomer> {
  const page = await open('/')
  let presses = 0
  const press = async (target: Locator) => {
    presses += 1
    expect(presses, 'presses from Home').toBeLessThanOrEqual(PRESSES_MAX)
    await target.click()
    await waitUntilLoaded(page)
  }
  return { page, press }
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
/** The title of the page of a transfer, such as `Transfer 3`, without the amount and the recipient. */
async function transferTitle(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1, name: /^Transfer \d+/ })
  return (await heading.innerText()).replace(/:.*/s, '')
}

/** The value next to a name. */
const detail = (page: Page, name: string) =>
  page
    .locator('.details-row')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

type Transfer = { readonly id: number; readonly status: string; readonly quoteUuid: string }

it('Home leads to the code and the fields of a failed request', async () => {
  const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: -5 }
  const { page, press } = await openHome()
  const reply = await send('POST', `/v3/profiles/${profileId}/quotes`, body)
  const { errors } = (await reply.json()) as { errors: { code: string; path: string }[] }
  const failed = page.getByRole('link', { name: `quotes: ${reply.status} ${errors[0]?.code}` })
  await press(failed.first())
  expect(await detail(page, 'Trace id').innerText()).toBe(reply.headers.get('x-trace-id'))
  const row = page.getByRole('row').filter({ has: page.locator('.requests-error:not(:empty)') })
  expect(await row.locator('th code').allInnerTexts()).toEqual(errors.map(({ path }) => path))
  expect(await row.locator('.requests-error').allInnerTexts()).toEqual(
    errors.map(({ code }) => code),
  )
})

type Subscription = { readonly id: string; readonly name: string }
type Delivery = { readonly last_attempt: { readonly elapsed_ms: number } | null }

/** The slowest of the newest deliveries of each subscription, in milliseconds, the slowest first. */
async function listLatencies(): Promise<{ name: string; ms: number }[]> {
  const subscriptions = await sendAndRead<readonly Subscription[]>(
    'GET',
    `/v3/profiles/${profileId}/subscriptions`,
  )
  const latencies = subscriptions.map(async ({ id, name }) => {
    const deliveries = await sendAndRead<readonly Delivery[]>(
      'GET',
      `/v3/profiles/${profileId}/subscriptions/${id}/deliveries?size=50`,
    )
    return {
      name,
      ms: Math.max(0, ...deliveries.map((each) => each.last_attempt?.elapsed_ms ?? 0)),
    }
  })
  return (await Promise.all(latencies)).sort((a, b) => b.ms - a.ms)
}

it('Home leads to the subscription with the slowest reply, and to its slowest delivery', async () => {
  const { page, press } = await openHome()
  for (const name of ['slow', 'quick'])
    await sendAndRead('POST', `/v3/profiles/${profileId}/subscriptions`, {
      name,
      trigger_on: 'transfers#state-change',
      delivery: { version: '2.0.0', url: `${receiverUrl}/${name}` },
    })
  await payTransfer(page)
  const measured = async () =>
    (await listLatencies()).filter(({ name, ms }) => ['slow', 'quick'].includes(name) && ms > 0)
  await expect.poll(async () => (await measured()).length, { timeout: 15_000 }).toBe(2)

  await press(link(page, 'Webhooks'))
  const column = page.getByRole('table', { name: 'Subscriptions' }).locator('td.table-end')
  let slowest: Awaited<ReturnType<typeof listLatencies>>[number] | undefined
  // Another delivery may end between the two readings; the live feed then reloads the page.
  await expect
    .poll(async () => {
      const shown = (await column.allInnerTexts()).map((text) => Number.parseInt(text || '0', 10))
      ;[slowest] = await listLatencies()
      return Math.max(...shown) === slowest?.ms
    })
    .toBe(true)
  const row = page.getByRole('row').filter({ hasText: `${slowest?.ms} ms` })
  expect(slowest?.ms).toBeGreaterThanOrEqual(SLOW_MS)

  await press(row.getByRole('link', { name: slowest?.name ?? '', exact: true }))
  await page
    .getByRole('cell', { name: new RegExp(`\\b${slowest?.ms} ms$`) })
    .first()
    .waitFor()
})

it('Home leads from a balance to the transfer that debited it', async () => {
  const { page, press } = await openHome()
  const id = await payTransfer(page)
  await press(panel(page, 'Balances').getByRole('link', { name: /GBP$/ }))
  const [, balanceId] = /\/balances\/(\d+)$/.exec(page.url()) ?? []
  const { now } = await sendAndRead<{ now: string }>('GET', '/v1/simulation/clock')
  const today = now.slice(0, 10)
  const { transactions } = await sendAndRead<{ transactions: { referenceNumber: string }[] }>(
    'GET',
    `/v1/profiles/${profileId}/balance-statements/${balanceId}/statement.json` +
      `?currency=GBP&intervalStart=${today}&intervalEnd=${today}&type=COMPACT`,
  )
  expect(transactions.map(({ referenceNumber }) => referenceNumber)).toContain(`TRANSFER-${id}`)
  const line = page.getByRole('row', { name: `Transfer ${id}` })
  await press(line.getByRole('link', { name: '-100.00 GBP' }))
  expect(await transferTitle(page)).toBe(`Transfer ${id}`)
})

it('Home sends a transfer, and leads to its final state', async () => {
  const { page, press } = await openHome()
  await press(page.getByRole('button', { name: /^Send 100 GBP/ }))
  await press(page.getByRole('link', { name: 'See what happened' }))
  const title = await transferTitle(page)
  const { status } = await sendAndRead<Transfer>(
    'GET',
    `/v1/transfers/${title.replace('Transfer ', '')}`,
  )
  expect(status).toBe('outgoing_payment_sent')
  const shown = page.locator('.page-header .status')
  expect((await shown.innerText()).replaceAll(' ', '_')).toBe(status)
})

it('Home leads to the code that verifies a phone number', async () => {
  const { page, press } = await openHome()
  const { id } = await sendAndRead<{ id: number }>('POST', '/v1/user/phone-numbers', {
    phoneNumber: '+447700900456',
  })
  await press(link(page, 'Challenges'))
  const otpCode = await page.locator('.phone-code').innerText()
  const path = `/v1/user/phone-numbers/${id}`
  expect((await send('POST', `${path}/verification`, { otpCode: '000000' })).status).toBe(400)
  expect((await send('POST', `${path}/verification`, { otpCode })).ok).toBe(true)
  // Deletes the number. A verified number is a factor, so the payments of the other tests would be challenged.
  const token = (await send('DELETE', path)).headers.get('x-2fa-approval') ?? ''
  const oneTime = { 'One-Time-Token': token }
  await send('POST', '/v1/one-time-token/sms/trigger', {}, oneTime)
  await send('POST', '/v1/one-time-token/sms/verify', { otpCode }, oneTime)
  expect((await send('DELETE', path, undefined, oneTime)).status).toBe(204)
})

type Preview = { readonly work: readonly { dueAt: string; summary: string }[] }

it('Home leads to the earliest work that becomes due', async () => {
  const { page, press } = await openHome()
  await createTransfer(page)
  await press(link(page, 'Time'))
  const { work } = await sendAndRead<Preview>('GET', '/v1/simulation/clock/preview')
  const first = page.getByRole('table', { name: 'Pending timers' }).locator('tbody tr').first()
  expect(await first.locator('time').getAttribute('datetime')).toBe(work[0]?.dueAt)
  const [words = ''] = work[0]?.summary.split(' (') ?? []
  expect(words).not.toBe('')
  expect(await first.innerText()).toContain(words)
})

it('Home leads to the state of a transfer and its legal moves', async () => {
  const { page, press } = await openHome()
  const id = await createTransfer(page)
  await press(link(page, String(id)))
  const { status } = await sendAndRead<Transfer>('GET', `/v1/transfers/${id}`)
  const shown = page.locator('.page-header .status')
  expect((await shown.innerText()).replaceAll(' ', '_')).toBe(status)
  const moves = panel(page, 'Next moves')
  await moves.locator('code').first().waitFor()
  expect(await moves.locator('code').allInnerTexts()).toEqual(['fund', 'cancel', 'lapse'])
  expect(await moves.innerText()).toContain('nobody paid within five working days')
  const illegal = await send('GET', `/v1/simulation/transfers/${id}/funds_converted`)
  expect(illegal.status).toBe(409)
  await press(moves.getByRole('button', { name: 'Pay from balance' }))
  await expect.poll(() => shown.innerText()).toBe('processing')
  expect((await sendAndRead<Transfer>('GET', `/v1/transfers/${id}`)).status).toBe('processing')
})

type Quote = { readonly paymentOptions: { payIn: string; fee: { total: number } }[] }

it('Home leads to the fee of a transfer, which is the fee of its quote', async () => {
  const { page, press } = await openHome()
  const id = await payTransfer(page)
  const { quoteUuid } = await sendAndRead<Transfer>(
    'GET',
    `/v1/simulation/transfers/${id}/funds_converted`,
  )
  await press(link(page, String(id)))
  const { paymentOptions } = await sendAndRead<Quote>(
    'GET',
    `/v3/profiles/${profileId}/quotes/${quoteUuid}`,
  )
  const option = paymentOptions.find(({ payIn }) => payIn === 'BALANCE')
  const fee = option?.fee.total ?? expect.fail('the quote cannot be paid from a balance')
  expect(fee).toBeGreaterThan(0)
  await expect.poll(() => detail(page, 'Fee').innerText()).toBe(`${fee.toFixed(2)} GBP`)
})
