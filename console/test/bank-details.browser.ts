// Bank details: orders, payments to them, and payments that are returned to their senders.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  expectNoSidewaysScrolling,
  type Look,
  looks,
  panel,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { availableIn } from './calls.ts'

const open = usePages()
/** The row of a payment in the table. */
const rowOf = (page: Page, id: string) =>
  panel(page, 'Received payments').getByRole('row', { name: new RegExp(`^${id} `) })

/** Opens the page of euros, with issued bank details. */
async function openIssuedDetails(look?: Look): Promise<Page> {
  const page = await open('/bank-details/EUR', look)
  if ((await page.getByRole('heading', { name: 'Example' }).count()) > 0) await orderDetails(page)
  return page
}

async function orderDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Order bank details' }).press('Enter')
  await page.getByText('Ordered: issued.').waitFor()
  await page
    .getByRole('heading', { name: /^Bank details \d+$/ })
    .first()
    .waitFor()
}

/** Receives a payment with the form. Returns the id of the payment. */
async function receivePayment(page: Page, amount: string, sender = 'Nora Sample'): Promise<string> {
  await page.getByLabel('Amount in EUR').fill(amount)
  await page.getByLabel('Sender', { exact: false }).first().fill(sender)
  await page.keyboard.press('Enter')
  const text = await page.getByText(/^Payment \d+ of .* arrived\./).innerText()
  return /\d+/.exec(text)?.[0] ?? ''
}

it('a button orders bank details, which replace the example and can be copied', async () => {
  const page = await open('/bank-details/EUR')
  await page.getByRole('heading', { name: 'Example' }).waitFor()
  await orderDetails(page)
  expect(await page.getByRole('heading', { name: 'Example' }).count()).toBe(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const iban = page.locator('.bank-details-row', { hasText: 'IBAN' }).first()
  const heightOf = async (name: string) =>
    (await page.getByRole('button', { name }).first().boundingBox())?.height
  // A value of several lines must not stretch the button next to it.
  expect(await heightOf('Copy Bank address')).toBe(await heightOf('Copy IBAN'))
  await iban.getByRole('button', { name: 'Copy IBAN' }).press('Enter')
  await iban.getByRole('button', { name: 'Copied IBAN' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^IE\d\d GDWT [\d ]+$/)
  expect(await iban.locator('dd > span').innerText()).toBe(copied)
  await page.getByRole('link', { name: 'All currencies' }).press('Enter')
  await page
    .getByRole('row', { name: /EUR Euro active Balance/ })
    .first()
    .waitFor()
})

it('a double press orders bank details once', async () => {
  const page = await open('/bank-details/GBP')
  const count = () => page.getByRole('heading', { name: /^Bank details \d+$/ }).count()
  const before = await count()
  await page.getByRole('button', { name: 'Order bank details' }).dblclick()
  await page.getByText('Ordered: issued.').waitFor()
  await expect.poll(count).toBe(before + 1)
  await page.reload()
  await waitUntilLoaded(page)
  expect(await count()).toBe(before + 1)
})

it('a payment arrives on the balance and is returned', async () => {
  const page = await openIssuedDetails()
  const before = await availableIn(page, 'EUR')
  const id = await receivePayment(page, '12.34')
  expect(await page.getByText(/arrived\. Balance \d+ has/).innerText()).toContain(
    (before + 12.34).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  )
  await rowOf(page, id).getByRole('button', { name: 'Return' }).press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('Reason').selectOption('CUSTOMER_REQUEST')
  await dialog.getByRole('button', { name: 'Return the payment' }).click()
  await rowOf(page, id).getByText('refunded').waitFor()
  expect(await availableIn(page, 'EUR')).toBeCloseTo(before, 2)
  expect(await rowOf(page, id).getByRole('button').count()).toBe(0)
})

it('the return of a SWIFT payment without a reason is refused at its field, and the payment stays completed', async () => {
  const page = await openIssuedDetails()
  await page.getByLabel('Sent from').selectOption('ABROAD')
  const id = await receivePayment(page, '5')
  await rowOf(page, id).getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Return the payment' }).click()
  await dialog.locator('.field-error').waitFor()
  await dialog.getByRole('alert').getByText('error.payment-return.invalid').waitFor()
  expect(await dialog.getByRole('alert').innerText()).toContain('Trace id')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await rowOf(page, id).getByText('completed').waitFor()
  await rowOf(page, id).getByRole('button', { name: 'Return' }).click()
  await dialog.getByRole('button', { name: 'Return the payment' }).waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
})

it('a refused amount is explained at its field, and nothing arrives', async () => {
  const page = await openIssuedDetails()
  const before = await availableIn(page, 'EUR')
  for (const amount of ['', '0.001', '-5']) {
    await page.getByLabel('Amount in EUR').fill(amount)
    const reply = page.waitForResponse((each) => each.request().method() === 'POST')
    await page.getByRole('button', { name: 'Receive the payment' }).click()
    const refusal = await reply
    expect(refusal.ok()).toBe(false)
    const { errors } = (await refusal.json()) as { errors: { code: string }[] }
    const { code } = errors[0] ?? expect.fail('the reply has no error')
    await page.getByRole('alert').getByText(code).waitFor()
    const amountField = page.locator('.field', { has: page.getByLabel('Amount in EUR') })
    await amountField.locator('.field-error').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('Trace id')
  }
  expect(await page.getByText(/arrived\./).count()).toBe(0)
  expect(await availableIn(page, 'EUR')).toBe(before)
})

it('an order in a currency without a balance is refused with account-details.balance.missing', async () => {
  const page = await open('/bank-details/HUF')
  await page.getByRole('button', { name: 'Order bank details' }).click()
  await page.getByRole('alert').getByText('account-details.balance.missing').waitFor()
})

it('the page of a currency without bank details links to the other currencies', async () => {
  const page = await open('/bank-details/XYZ')
  await page.getByRole('link', { name: 'Choose another currency' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bank details' }).waitFor()
})

it('the name of a sender with HTML is shown as text', async () => {
  const page = await openIssuedDetails()
  const name = '<img src=x onerror="document.title=1">'
  const id = await receivePayment(page, '1', name)
  expect(await rowOf(page, id).innerText()).toContain(name)
  expect(await page.locator('td img').count()).toBe(0)
})

it.each(looks)('bank details are accessible and fit at $width px, $theme', async (look) => {
  const page = await openIssuedDetails(look)
  await page.getByRole('button', { name: 'Receive the payment' }).click()
  await page.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `bank-details-refused-${look.width}-${look.theme}`)
  await receivePayment(page, '3', 'N'.repeat(140))
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `bank-details-${look.width}-${look.theme}`)
})
