// The page of a transfer, from its creation to its refund. `transfer-list.browser.ts` tests the list.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLES } from '../../src/app/example-ids.ts'
import {
  expectNoSidewaysScrolling,
  looks,
  panel,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { call, createTransfer } from './calls.ts'
import { sendAndRead } from './program.ts'

const open = usePages()

/** Opens the page of a new transfer. */
async function openTransfer(): Promise<{ page: Page; id: number }> {
  const page = await open('/transfers')
  const id = await createTransfer(page)
  await page.goto(`/console/transfers/${id}`)
  await waitUntilLoaded(page)
  return { page, id }
}

/** Presses a button with the keyboard, once it is enabled. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  await expect.poll(() => button.isEnabled()).toBe(true)
  await button.press('Enter')
}

it('the buttons of a transfer move it with the keyboard, and each state is shown with its cause and its money', async () => {
  const { page } = await openTransfer()
  for (const name of [
    'Pay from balance',
    'Convert the money',
    'Send to the recipient',
    'Bounce: the account is closed',
    'Refund the sender',
  ])
    await pressByKeyboard(page, name)
  await page.getByText('None: this state is final.').waitFor()
  const states = page.locator('.timeline-title')
  await expect
    .poll(() => states.allInnerTexts())
    .toEqual([
      'incoming payment waiting',
      'processing',
      'funds converted',
      'outgoing payment sent',
      'bounced back',
      'transfers#payout-failure',
      'funds refunded',
    ])
  const history = panel(page, 'What happened')
  const causes = history.locator('a[href*="/console/requests/"]')
  await expect
    .poll(() => causes.allInnerTexts())
    .toEqual([
      'createTransfer',
      'fundTransfer',
      'simulateTransferFundsConverted',
      'simulateTransferOutgoingPaymentSent',
      'simulateTransferBouncedBack',
      'simulateTransferFundsRefunded',
    ])
  expect(await history.getByRole('link', { name: /^Journal / }).allInnerTexts()).toEqual([
    'Journal transfer-funded',
    'Journal transfer-converted',
    'Journal transfer-sent',
    'Journal transfer-bounced',
    'Journal transfer-refunded',
  ])
  expect(await history.innerText()).toContain('A transfer is paid from a balance')
  expect(
    await page.getByRole('img', { name: /Now: funds refunded\. Before: incoming/ }).count(),
  ).toBe(1)
  const accounts = panel(page, 'Accounts')
  expect(await accounts.innerText()).toMatch(/Sum of all accounts\s+0\.00 GBP\s+0\.00 EUR/)
  expect(await accounts.getByRole('row', { name: 'transfer-funded 100.00 100.00' }).count()).toBe(1)
})

it.each([
  ['an unpaid transfer', EXAMPLES.transferQuote, 'waits for your payment. Pay from your balance'],
  ['an unpaid member of a batch', EXAMPLES.memberQuote, 'waits for the payment of its batch'],
] as const)(
  'the page of %s that the sandbox created shows why it exists and what it waits for',
  async (_, quote, waits) => {
    const page = await open('/transfers')
    const transfers = await sendAndRead<{ id: number; quoteUuid: string }[]>('GET', '/v1/transfers')
    const example = transfers.find(({ quoteUuid }) => quoteUuid === quote)
    await page.goto(`/console/transfers/${example?.id}`)
    const moves = panel(page, 'Next moves')
    await moves.getByText(waits).waitFor()
    await moves.getByText('The sandbox created this transfer at its first start').waitFor()
    await panel(page, 'What happened')
      .getByText('Created by the sandbox at its first start')
      .waitFor()
    const batch = moves.getByRole('link', { name: 'open the batch' })
    expect(await batch.count()).toBe(quote === EXAMPLES.memberQuote ? 1 : 0)
  },
)

it('pending timers are those of this transfer, and end when the transfer is paid', async () => {
  const { page } = await openTransfer()
  const timers = panel(page, 'Pending timers')
  await timers.getByText('Cancels a transfer that nobody paid within five working days.').waitFor()
  expect(await timers.getByRole('listitem').count()).toBe(1)
  await pressByKeyboard(page, 'Pay from balance')
  await timers.getByText('None: the passage of time does not change this transfer.').waitFor()
})

it('a transfer is cancelled after a confirmation', async () => {
  const { page, id } = await openTransfer()
  await pressByKeyboard(page, 'Cancel the transfer')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A cancelled transfer cannot be paid or sent.').waitFor()
  const { status } = await call<{ status: string }>(page, 'GET', `/v1/transfers/${id}`)
  expect(status).toBe('incoming_payment_waiting')
  await dialog.getByRole('button', { name: 'Cancel the transfer' }).click()
  await page.locator('.page-header').getByText('cancelled').waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  // The button that opened the dialog is gone too, so the panel around it has the focus.
  const focusedTitle = () =>
    page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent)
  await expect.poll(focusedTitle).toBe('Next moves')
})

it('paying for a transfer that another client has cancelled is refused with transfer.invalid-state, and changes nothing', async () => {
  const { page, id } = await openTransfer()
  // Another client cancels the transfer between the reading of the page and the press.
  const unpaid = await call(page, 'GET', `/v1/transfers/${id}`)
  await page.route(`**/v1/transfers/${id}`, (route) => route.fulfill({ json: unpaid }))
  await call(page, 'PUT', `/v1/transfers/${id}/cancel`)
  await pressByKeyboard(page, 'Pay from balance')
  const notice = panel(page, 'Next moves').getByRole('alert')
  await notice.waitFor()
  expect(await notice.innerText()).toMatch(/transfer\.invalid-state[\s\S]*Trace id/)
  await page.unroute(`**/v1/transfers/${id}`)
  await page.reload()
  await page.locator('.page-header').getByText('cancelled').waitFor()
  await page.getByText('None: this state is final.').waitFor()
})

it('the name of a recipient with HTML is shown as text', async () => {
  const name = '<img src=x onerror=document.title=1>'
  const { page } = await openTransfer()
  await page.route('**/v2/accounts/*', (route) =>
    route.fulfill({ json: { name: { fullName: name } } }),
  )
  await page.reload()
  await page.getByRole('link', { name }).waitFor()
  expect(await page.locator('main img[src=x]').count()).toBe(0)
})

it('the request that created a transfer is shown, however often the transfer was read since', async () => {
  const { page, id } = await openTransfer()
  // More than the 200 requests that the page lists (`REQUESTS_MAX`).
  for (let n = 0; n < 210; n++) await sendAndRead('GET', `/v1/transfers/${id}`)
  await page.reload()
  await panel(page, 'Requests').getByRole('link', { name: 'createTransfer' }).waitFor()
  await panel(page, 'What happened').getByRole('link', { name: 'createTransfer' }).waitFor()
})

it('without a log of requests, the page of a transfer explains how to turn the log on', async () => {
  const { page } = await openTransfer()
  await page.route('**/v1/sandbox/requests*', (route) =>
    route.fulfill({ json: { cursor: null, requests: [] } }),
  )
  await page.reload()
  await waitUntilLoaded(page)
  expect(await panel(page, 'Requests').innerText()).toContain('GODWIT_REQUEST_LOG=off')
})

it('the page of an unknown transfer shows the error code transfer.not-found', async () => {
  const page = await open('/transfers/999999')
  await page.getByRole('alert').getByText('transfer.not-found').waitFor()
})

it.each(looks)(
  'the page of a paid transfer is accessible and fits at $width px, $theme',
  async (look) => {
    const { page, id } = await openTransfer()
    await pressByKeyboard(page, 'Pay from balance')
    await page.getByRole('button', { name: 'Convert the money' }).waitFor()
    const other = await open(`/transfers/${id}`, look)
    expect(await violationsOf(other)).toEqual([])
    await expectNoSidewaysScrolling(other)
    await screenshot(other, `transfer-${look.width}-${look.theme}`)
  },
)

it('the address of a transfer whose id is not a number shows what is wrong, and sends no request for it', async () => {
  const page = await open('/transfers')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/console/transfers/abc')
  await page.getByText('Not found: "abc" in the address of this page').waitFor()
  await waitUntilLoaded(page)
  expect(requests.filter((url) => /\/v1\/transfers\/|NaN/.test(url))).toEqual([])
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

it('after the payment the page shows that the sandbox waits, and the next move is the primary button', async () => {
  const { page } = await openTransfer()
  const moves = panel(page, 'Next moves')
  await moves.getByText('The transfer waits for your payment.').waitFor()
  await pressByKeyboard(page, 'Pay from balance')
  for (const name of ['Convert the money', 'Send to the recipient']) {
    await moves
      .getByText('The sandbox waits for you: in live mode the operator makes the next move.')
      .waitFor()
    const button = moves.getByRole('button', { name })
    await button.waitFor()
    expect(await button.getAttribute('class')).toContain('button-primary')
    expect(await moves.innerText()).not.toMatch(/chargeBack|giveUp|lapse/)
    await pressByKeyboard(page, name)
  }
  await moves.getByText('The money was sent, and the transfer needs nothing more.').waitFor()
})

it('a journal of a transfer sums to zero and leads to itself in the ledger, and the page of the transfer has no link to itself', async () => {
  const { page, id } = await openTransfer()
  await pressByKeyboard(page, 'Pay from balance')
  const history = panel(page, 'What happened')
  expect(
    await history.getByText('Sum of credits less debits').first().locator('..').innerText(),
  ).toMatch(/0\.00 GBP/)
  expect(await page.locator(`main a[href$="/transfers/${id}"]`).count()).toBe(0)
  await history.getByRole('link', { name: 'Journal transfer-funded' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
  const { hash } = new URL(page.url())
  expect(hash).toMatch(/^#journal-\d+$/)
  const journal = page.locator(hash)
  await journal.waitFor()
  expect(await journal.innerText()).toMatch(
    /transfer-funded[\s\S]*Sum of credits less debits\s+0\.00 GBP/,
  )
  await journal.getByRole('link', { name: '100.00 GBP' }).click()
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor()
  expect(new URL(page.url()).hash).toBe(hash)
})

it('on a narrow window no table of the lists and of a transfer needs scrolling sideways', async () => {
  const { page, id } = await openTransfer()
  const pages = ['/balances', '/recipients', '/profiles', '/time', '/requests']
  for (const path of ['/transfers', `/transfers/${id}`, ...pages]) {
    const narrow = await open(path, { width: 390, theme: 'light' })
    await narrow.locator('.table-stacked').first().waitFor()
    const overflow = await narrow
      .locator('.table-scroll:has(.table-stacked)')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect([path, ...overflow.filter((pixels) => pixels > 0)]).toEqual([path])
    if (path === '/transfers')
      expect(await narrow.getByText('100.00 GBP').first().isVisible()).toBe(true)
    await narrow.close()
  }
  await page.close()
})
