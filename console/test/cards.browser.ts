// Cards: order one, show its number, pay with it, collect and refund the payment, freeze it.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  expectNoSidewaysScrolling,
  looks,
  panel,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { enterPin } from './challenges.ts'
import { readProfileId, sendAndRead, withPin } from './program.ts'

const open = usePages()
const SEEDED_NUMBER = '9999100000000002'
const PIN = '2468'

/** Opens the page of the seeded card, whose number is `SEEDED_NUMBER`. */
async function openCard(look?: (typeof looks)[number]): Promise<Page> {
  const page = await open('/cards', look)
  await page.getByRole('link', { name: '•••• 0002' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Card •••• 0002' }).waitFor()
  await waitUntilLoaded(page)
  return page
}

/** Pays at the terminal on the page of the card. */
async function pay(page: Page, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const valueByLabel = { 'Card number': SEEDED_NUMBER, Amount: '12.30', ...fields }
  for (const [label, value] of Object.entries(valueByLabel))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Pay' }).click()
}

it('the page Cards orders a virtual card, which is issued and opened', async () => {
  const page = await open('/cards')
  await page.getByRole('button', { name: 'Order a virtual card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Order a virtual card' })
  await dialog.getByLabel('Name of the holder').fill('Carla Console')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Order the card' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const row = page.getByRole('table', { name: 'Cards' }).getByRole('row', { name: 'Carla Console' })
  await row.waitFor({ timeout: 15_000 })
  await row.getByText('virtual', { exact: true }).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Card •••• \d{4}$/ }).waitFor()
})

it('the page Cards shows card and status at 390 px without scrolling sideways', async () => {
  const page = await open('/cards', { width: 390, theme: 'light' })
  const cards = page.getByRole('table', { name: 'Cards' })
  for (const shown of [cards.getByRole('link').first(), cards.locator('.status').first()]) {
    await shown.waitFor()
    const { x, width } = (await shown.boundingBox()) ?? expect.fail('the element is not visible')
    expect(x + width).toBeLessThanOrEqual(390)
  }
})

it('a refused order is explained at its field, with the trace id', async () => {
  const page = await open('/cards')
  await page.getByRole('button', { name: 'Order a virtual card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('none')
  await dialog.getByRole('button', { name: 'Order the card' }).click()
  await dialog.getByRole('alert').getByText('Trace id').waitFor()
  expect(await dialog.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true')
  await dialog
    .locator('.field-error')
    .getByText(/^Phone number/)
    .waitFor()
})

it('a card pays, the merchant collects the money and refunds it, and the name of the merchant is shown as text', async () => {
  const page = await openCard()
  const merchant = '<img src=x onerror="window.attacked=1">'
  await pay(page, { Merchant: merchant })
  await page.getByText('approved').waitFor()
  const row = page.getByRole('row', { name: '12.30' }).first()
  await row.getByText(merchant).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Card transaction/ }).waitFor()
  await page.getByRole('button', { name: 'Collect the money' }).click()
  await page.getByText('card-captured').waitFor()
  expect(await page.getByRole('status').getByText('Collected.').count()).toBe(1)
  await page.getByLabel(/^Amount that stays captured/).fill('2.30')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('listed as another transaction').waitFor()
  await page.getByRole('link', { name: 'To the card' }).click()
  await page.getByRole('row', { name: 'refund' }).getByText('10.00').first().waitFor()
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  expect(await page.locator('img[onerror]').count()).toBe(0)
})

it('the page of a reversed payment states why a late collection is refused, and shows the refusal with wrong_status', async () => {
  const page = await openCard()
  await pay(page)
  await page.getByRole('status').getByText('approved').waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Reverse' }).click()
  await page.getByText('refuses the collection when the merchant reversed the payment').waitFor()
  await page.getByRole('button', { name: 'Collect the money' }).click()
  await page.getByRole('alert').getByText('wrong_status').waitFor()
})

it('after a partial reversal, the form to collect the money begins with the amount that is still authorised', async () => {
  const page = await openCard()
  await pay(page)
  await page.getByRole('status').getByText('approved').waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByLabel(/^Amount that stays authorised/).fill('5')
  await page.getByRole('button', { name: 'Reverse' }).click()
  await page.getByRole('status').getByText('Accepted.').waitFor()
  await expect
    .poll(() => page.getByLabel(/^Amount that the merchant collects/).inputValue())
    .toBe('5')
})

it('a frozen card declines a payment, until it is unfrozen', async () => {
  const page = await openCard()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Unfreeze' }).waitFor()
  await pay(page)
  await page.getByRole('status').getByText('CARD_FROZEN').waitFor()
  await page.getByRole('button', { name: 'Unfreeze' }).click()
  await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
  await pay(page)
  await page.getByRole('status').getByText('approved').waitFor()
})

it('a card without the permission for online payments declines an online payment with PAYMENT_METHOD_NOT_ALLOWED', async () => {
  const page = await openCard()
  const online = page.getByLabel(/^Online payments/)
  await online.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => online.isChecked()).toBe(false)
  await pay(page)
  await page.getByRole('status').getByText('PAYMENT_METHOD_NOT_ALLOWED').waitFor()
  await online.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => online.isChecked()).toBe(true)
})

it('a limit that is not an amount is refused at its field, and an amount is set and shown with thousands separators', async () => {
  const page = await openCard()
  const daily = page.getByLabel(/^Each day/)
  await daily.fill('much')
  await daily.press('Enter')
  await expect.poll(() => daily.getAttribute('aria-invalid')).toBe('true')
  await panel(page, 'Limits').getByText('Each day (GBP) must be a number').waitFor()
  await daily.fill('1234')
  await daily.press('Enter')
  await expect.poll(() => page.getByLabel(/^Each day/).getAttribute('aria-invalid')).toBe(null)
  await page.reload()
  await waitUntilLoaded(page)
  expect(await page.getByLabel(/^Each day/).inputValue()).toBe('1234')
  await panel(page, 'Limits').getByText('Now 1,234.00 GBP;').waitFor()
})

/** Changes a limit of the card that the page shows, as another program does. */
async function setLimit(page: Page, name: string, amount: number): Promise<void> {
  const [, cardToken = ''] = /cards\/([^/]+)$/.exec(page.url()) ?? []
  const path = `/v4/spend/profiles/${await readProfileId()}/cards/${cardToken}/spend-limits`
  await sendAndRead('PATCH', path, { [name]: { value: { amount, currency: 'GBP' } } })
}

it('a limit that is being typed is kept when the saved limit changes elsewhere', async () => {
  const page = await openCard()
  const daily = page.getByLabel(/^Each day/)
  await daily.fill('77')
  await setLimit(page, 'daily', 500)
  await setLimit(page, 'transaction', 321)
  await expect.poll(() => page.getByLabel(/^Each transaction/).inputValue()).toBe('321')
  expect(await daily.inputValue()).toBe('77')
})

/** Presses the button that shows the number, and answers the challenge with a PIN. Returns where the number is shown. */
async function showNumber(page: Page, pin: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Show the number' }).click()
  await enterPin(page, pin)
  return page.getByText('9999 1000 0000 0002')
}

it('a card that is blocked elsewhere no longer shows its number', async () => {
  const page = await openCard()
  await withPin(PIN, async () => {
    await (await showNumber(page, PIN)).waitFor()
    await page.route(/\/cards\/[\w-]+$/, async (route) => {
      const card = await sendAndRead<object>('GET', new URL(route.request().url()).pathname)
      await route.fulfill({ json: { ...card, status: 'BLOCKED' } })
    })
  })
  // The page loads all data again after a change elsewhere, and gets a blocked card.
  await setLimit(page, 'transaction', 322)
  await page.getByText('Shown only while the card is active or frozen.').first().waitFor()
  expect(await page.content()).not.toContain('9999 1000')
})

it('the number of a card is shown for 30 seconds after the PIN, and is not stored in the browser', async () => {
  const page = await openCard()
  await withPin(PIN, async () => {
    const number = await showNumber(page, '9999')
    await page.getByText('pin.invalid').first().waitFor()
    expect(await number.count()).toBe(0)
    await page.clock.install()
    await enterPin(page, PIN)
    await number.waitFor()
    expect(await violationsOf(page)).toEqual([])
    const stored = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, location]),
    )
    expect(stored).not.toContain(SEEDED_NUMBER)
    await page.clock.fastForward(20_000)
    expect(await number.count()).toBe(1)
    await page.clock.fastForward(11_000)
    await expect.poll(() => number.count()).toBe(0)
    expect(await page.content()).not.toContain('9999 1000')
  })
})

it('a raised limit is sent twice: refused before the PIN is entered, and accepted after it', async () => {
  const page = await openCard()
  const monthly = page.getByLabel(/^Each month/)
  await monthly.waitFor()
  const statuses: number[] = []
  page.on('response', (reply) => {
    if (reply.url().endsWith('/spend-limits') && reply.request().method() !== 'GET')
      statuses.push(reply.status())
  })
  await withPin(PIN, async () => {
    await monthly.fill('100')
    await monthly.press('Enter')
    // The form of the new limit, in which nothing is changed yet, replaces the form before it.
    await page
      .locator('form', { has: monthly })
      .locator('button[data-disabled]', { hasText: 'Set' })
      .waitFor()
    await monthly.fill('4321')
    await monthly.press('Enter')
    await expect.poll(() => statuses).toEqual([200, 403])
    await waitUntilLoaded(page)
    await enterPin(page, PIN)
    await expect.poll(() => statuses).toEqual([200, 403, 200])
    await page.reload()
    await waitUntilLoaded(page)
    expect(await monthly.inputValue()).toBe('4321')
    expect(statuses).toHaveLength(3)
  })
})

it.each(looks)('card and transaction are accessible and fit at $width px, $theme', async (look) => {
  const page = await openCard(look)
  await pay(page)
  await page.getByRole('status').getByText('approved').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `card-${look.width}-${look.theme}`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^Card transaction/ }).waitFor()
  await waitUntilLoaded(page)
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `card-transaction-${look.width}-${look.theme}`)
})
