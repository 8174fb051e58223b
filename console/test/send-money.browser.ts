// Sending money, step by step, and what survives reloads, double clicks and lost replies.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  expectNoSidewaysScrolling,
  looks,
  press,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { sendAndRead } from './program.ts'

const open = usePages()

/** Fills the amount and gets a quote. */
async function getQuote(page: Page, amount: string, from = 'GBP', to = 'EUR'): Promise<void> {
  await page.getByLabel('From').selectOption(from)
  await page.getByLabel('To', { exact: true }).selectOption(to)
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await press(page, /^Get a/)
  await press(page, 'Choose the recipient')
  await page.getByRole('heading', { name: 'New recipient' }).waitFor()
  await waitUntilLoaded(page)
}

/** Chooses a recipient of the seeded user, and waits for the form of the transfer. */
async function chooseNora(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Choose Nora Sample/ })
    .first()
    .click()
  await page.getByLabel('Transfer reference').waitFor()
}

/** Fills in the steps until the transfer waits for its payment. Returns the id of the transfer. */
async function createTransfer(page: Page, amount = '10', from = 'GBP'): Promise<string> {
  await getQuote(page, amount, from)
  await chooseNora(page)
  await page.getByLabel('Transfer reference').fill('Invoice 7')
  await press(page, 'Create the transfer')
  const title = await page.getByRole('heading', { name: /^Transfer \d+$/ }).innerText()
  return title.replace('Transfer ', '')
}

const readTransfer = (id: string) =>
  sendAndRead<{ status: string; reference: string }>('GET', `/v1/transfers/${id}`)

it('the steps quote, recipient, details and payment send money from the balance', async () => {
  const page = await open('/send-money')
  const id = await createTransfer(page)
  expect(await readTransfer(id)).toMatchObject({
    status: 'incoming_payment_waiting',
    reference: 'Invoice 7',
  })
  await press(page, 'Pay from the balance')
  await page.waitForURL(`**/console/transfers/${id}`)
  expect((await readTransfer(id)).status).toBe('processing')
})

it('a refused amount is explained once, at its field, and the notice has its code', async () => {
  const page = await open('/send-money')
  await page.getByLabel('Amount', { exact: true }).fill('-1')
  await press(page, 'Get a quote')
  const field = page.getByLabel('Amount', { exact: true })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const message = page.getByText('Please type in a number that is larger than 0.')
  await message.waitFor()
  expect(await message.count()).toBe(1)
  expect(await page.locator('.field-error').innerText()).not.toContain('greaterThanZero')
  const notice = await page.getByRole('alert').innerText()
  expect(notice).toMatch(/Correct the marked fields\.\s+error\.greaterThanZero\s+Trace id/)
})

it('a quote that arrives after the amount was changed is discarded', async () => {
  const page = await open('/send-money')
  // Without the live feed, only the reply to the quote loads the list of users again.
  await page.route('**/sandbox/feed*', (route) => route.fulfill({ status: 422, json: {} }))
  const changed = Promise.withResolvers<void>()
  await page.route('**/quotes', async (route) => {
    await changed.promise
    await route.continue()
  })
  await page.reload()
  await waitUntilLoaded(page)
  const requested = page.waitForRequest('**/quotes')
  await press(page, 'Get a quote')
  await requested
  await page.getByLabel('Amount', { exact: true }).fill('20')
  const handled = page.waitForResponse('**/console/users')
  changed.resolve()
  await handled
  expect(await page.getByRole('heading', { name: 'Quote' }).count()).toBe(0)
  await press(page, 'Get a quote')
  await page.getByRole('region', { name: 'Quote' }).getByText('20.00 GBP').waitFor()
})

it('a refused recipient is explained at the fields of the form, which keep what was entered', async () => {
  const page = await open('/send-money')
  await getQuote(page, '20', 'GBP', 'BRL')
  await page.getByLabel('Pay to').selectOption('brazil')
  await page.getByLabel('Full name of the account holder').fill('Nora Sample')
  await page.getByLabel('Tax registration number (CPF)').fill('123')
  await press(page, 'Add recipient')
  await page.getByRole('alert').getByText('NOT_VALID').waitFor()
  await page.locator('.field-radios .field-error').getByText('Required').waitFor()
  expect(await page.getByLabel('Tax registration number (CPF)').inputValue()).toBe('123')
  expect(await violationsOf(page)).toEqual([])
})

it('a value on which other fields depend loads the form again, and the entered values stay', async () => {
  const page = await open('/send-money')
  await getQuote(page, '20', 'GBP', 'JPY')
  await page.getByLabel('Full name of the account holder').fill('Nora Sample')
  const branches = page.getByLabel('Branch name').locator('option')
  const before = await branches.count()
  await page.getByLabel('Bank name').selectOption({ index: 1 })
  await expect.poll(() => branches.count()).toBeGreaterThan(before)
  expect(await page.getByLabel('Full name of the account holder').inputValue()).toBe('Nora Sample')
})

it('back, forward and a reload keep what was entered', async () => {
  const page = await open('/send-money')
  await getQuote(page, '12.34')
  await page.getByLabel('Full name of the account holder').fill('Nora Sample')
  await page.goBack()
  await page.getByRole('heading', { name: 'Quote' }).waitFor()
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('12.34')
  await page.goForward()
  const name = page.getByLabel('Full name of the account holder')
  await expect.poll(() => name.inputValue()).toBe('Nora Sample')
  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('Nora Sample')
})

it('a double click creates one transfer, and after a reload another double click pays the transfer once', async () => {
  const page = await open('/send-money')
  await getQuote(page, '11')
  await chooseNora(page)
  let requests = 0
  const ids: number[] = []
  await page.route('**/v1/transfers', async (route) => {
    requests++
    const response = await route.fetch()
    ids.push(((await response.json()) as { id: number }).id)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Create the transfer' }).dblclick()
  await page.getByRole('heading', { name: /^Transfer \d+$/ }).waitFor()
  await expect.poll(() => ids.length).toBe(requests)
  expect(new Set(ids).size).toBe(1)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await waitUntilLoaded(page)
  await page.getByRole('button', { name: 'Pay from the balance' }).dblclick()
  await page.waitForURL(`**/console/transfers/${ids[0]}`)
  expect(await sendAndRead('GET', `/v1/transfers/${ids[0]}/payments`)).toHaveLength(1)
})

it('a page that is loaded again after the payment leads to the transfer', async () => {
  const page = await open('/send-money')
  const id = await createTransfer(page)
  await page.route('**/payments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await press(page, 'Pay from the balance')
  await expect.poll(async () => (await readTransfer(id)).status).toBe('processing')
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByText('no longer waits for a payment').waitFor()
  await page.getByRole('link', { name: 'Open the transfer' }).click()
  await page.waitForURL(`**/console/transfers/${id}`)
})

it('an unpaid transfer is cancelled after a confirmation, and the page begins again with the first step', async () => {
  const page = await open('/send-money')
  const id = await createTransfer(page)
  await page.getByRole('link', { name: 'Amount' }).click()
  await press(page, 'Cancel the transfer')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect((await readTransfer(id)).status).toBe('incoming_payment_waiting')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel the transfer' }).click()
  await page.getByRole('button', { name: 'Get a quote' }).waitFor()
  expect((await readTransfer(id)).status).toBe('cancelled')
})

it('recipient, amounts, fee, rate and arrival have the same labels before and after the transfer is created', async () => {
  const page = await open('/send-money')
  await getQuote(page, '25')
  await chooseNora(page)
  const names = [
    'Recipient',
    'You pay',
    'Fee (included)',
    'Rate',
    'Recipient gets',
    'Arrives in live mode, if paid now',
  ]
  const shownNames = () => page.locator('.details').first().locator('dt').allInnerTexts()
  await expect.poll(shownNames).toEqual(names)
  await page.getByText('25.00 GBP').waitFor()
  await press(page, 'Create the transfer')
  await page.getByRole('heading', { name: /^Transfer \d+$/ }).waitFor()
  await expect.poll(shownNames).toEqual([...names, 'Status'])
  await page
    .locator('.details')
    .getByText(/^Nora Sample, /)
    .waitFor()
})

it('the choice of a currency shows names of currencies, and begins with a currency that has a balance', async () => {
  const page = await open('/send-money')
  const options = page.getByLabel('From').locator('option')
  await expect
    .poll(async () => (await options.allInnerTexts())[0])
    .toMatch(/^\w{3}, .+: [\d,.]+ in your balance$/)
  await page.getByLabel('To', { exact: true }).getByText('EUR, Euro').waitFor({ state: 'attached' })
})

it('a moment within an hour of the sandbox clock is shown with seconds, and a later moment without', async () => {
  const page = await open('/send-money')
  await press(page, 'Get a quote')
  const timeOf = (name: string) =>
    page.locator('.details-row').filter({ hasText: name }).locator('time').innerText()
  await expect.poll(() => timeOf('Rate is held until')).toMatch(/ \d\d:\d\d:\d\d$/)
  expect(await timeOf('Arrives in live mode, if paid now')).toMatch(/\d{4}, \d\d:\d\d$/)
})

it('at 900 px of height the button that leads to the recipient is in view below a quote', async () => {
  const page = await open('/send-money')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press(page, 'Get a quote')
  const box = await page.getByRole('button', { name: 'Choose the recipient' }).boundingBox()
  const { y, height } = box ?? expect.fail('the button is not visible')
  expect(y + height).toBeLessThanOrEqual(900)
})

it('a button opens a balance in the source currency and tops it up when the profile has none', async () => {
  const page = await open('/send-money')
  const id = await createTransfer(page, '200', 'PLN')
  const isPrimary = (name: string | RegExp) =>
    page
      .getByRole('button', { name })
      .evaluate(({ classList }) => classList.contains('button-primary'))
  const pay = 'Pay from the balance'
  await page.getByRole('button', { name: pay }).waitFor()
  expect([await isPrimary(/^Top up/), await isPrimary(pay)]).toEqual([true, false])
  await press(page, /^Top up/)
  await expect.poll(() => page.getByText('has no balance in PLN').count()).toBe(0)
  await press(page, 'Pay from the balance')
  await page.waitForURL(`**/console/transfers/${id}`)
})

it('the amount can be filled in and quoted with the keyboard', async () => {
  const page = await open('/send-money')
  await page.getByLabel('Amount', { exact: true }).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('33')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Choose the recipient' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New recipient' }).waitFor()
})

it.each(looks)('every step is accessible and fits at $width px, $theme', async (look) => {
  const page = await open('/send-money', look)
  const check = async (step: string) => {
    await waitUntilLoaded(page)
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `send-${step}-${look.width}-${look.theme}`)
  }
  await page.getByLabel('Amount', { exact: true }).fill('90000')
  await press(page, 'Get a quote')
  await page.getByRole('heading', { name: 'Quote' }).waitFor()
  await check('amount')
  await press(page, 'Choose the recipient')
  await page.getByRole('heading', { name: 'New recipient' }).waitFor()
  await check('recipient')
  await chooseNora(page)
  await check('details')
  await press(page, 'Create the transfer')
  await page.getByRole('heading', { name: /^Transfer \d+$/ }).waitFor()
  await check('pay')
})
