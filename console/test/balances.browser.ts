// Balances, their statements and the ledger, with links from amounts to their causes.

import type { Page } from 'playwright-core'
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
import { availableIn, listBalances, payTransfer } from './calls.ts'

const open = usePages()

/** Opens the page of the balance that pays for transfers in pounds. */
async function openBalance(): Promise<Page> {
  const page = await open('/balances')
  await page.getByRole('link', { name: /^GBP \d+$/ }).press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Statement' }).waitFor()
  await waitUntilLoaded(page)
  return page
}

it('a line of a statement leads to the transfer that caused it', async () => {
  const page = await openBalance()
  const id = await payTransfer(page)
  await page.reload()
  await waitUntilLoaded(page)
  const line = page.getByRole('row', { name: new RegExp(`Transfer ${id} .*-100\\.00 GBP`) })
  expect(await line.innerText()).toContain('Sent money to Nora Sample')
  await line.getByRole('link', { name: '-100.00 GBP' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor()
})

it('a double press adds money once, and the line of the statement leads to its posting', async () => {
  const page = await openBalance()
  const before = await availableIn(page, 'GBP')
  await page.getByLabel('Amount in GBP').fill('12.34')
  await page.getByRole('button', { name: 'Add money' }).dblclick()
  const added = page.getByText(/^Added as movement \d+\.$/)
  await added.waitFor()
  const [movement = ''] = /\d+/.exec(await added.innerText()) ?? []
  await expect.poll(() => page.getByRole('link', { name: '+12.34 GBP' }).count()).toBe(1)
  await page.getByRole('link', { name: `Movement ${movement}`, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
  await waitUntilLoaded(page)
  expect(await page.getByLabel('Reference').inputValue()).toBe(`movement:${movement}`)
  expect(await panel(page, 'Journals').innerText()).toMatch(/Incoming payments\s*→/)
  expect(await panel(page, 'Accounts').innerText()).toMatch(/Sum of all accounts\s+0\.00 GBP/)
  expect((await availableIn(page, 'GBP')) - before).toBeCloseTo(12.34, 2)
})

it('an amount with three decimals is refused at its field, and no money is added', async () => {
  const page = await openBalance()
  const before = await availableIn(page, 'GBP')
  await page.getByLabel('Amount in GBP').fill('1.234')
  await page.keyboard.press('Enter')
  await panel(page, 'Add money').getByRole('alert').waitFor()
  expect(await page.getByLabel('Amount in GBP').getAttribute('aria-invalid')).toBe('true')
  expect(await violationsOf(page)).toEqual([])
  expect(await availableIn(page, 'GBP')).toBe(before)
})

it.each([
  ['an empty amount', '', 'Amount in GBP is required'],
  [
    'letters',
    'ten',
    'Amount in GBP must be a number such as 1234.50, without thousands separators',
  ],
])(
  '%s is refused at the field once, and the button stays below the field',
  async (_, text, message) => {
    const page = await openBalance()
    const form = panel(page, 'Add money')
    const field = page.getByLabel('Amount in GBP')
    await field.fill(text)
    await form.getByRole('button', { name: 'Add money' }).click()
    await form.locator('.field-error').getByText(message, { exact: true }).waitFor()
    expect(await form.getByText(message).count()).toBe(1)
    const fieldBox = (await field.boundingBox()) ?? expect.fail('the field is not visible')
    const button = form.getByRole('button', { name: 'Add money' })
    const { x, y } = (await button.boundingBox()) ?? expect.fail('the button is not visible')
    expect(x).toBe(fieldBox.x)
    expect(y).toBeGreaterThan(fieldBox.y + fieldBox.height)
  },
)

it('a statement that ends before it starts is refused with statement.interval.invalid', async () => {
  const page = await openBalance()
  await page.getByLabel('Until, inclusive').fill('2020-01-01')
  const notice = panel(page, 'Statement').getByRole('alert')
  await notice.getByText('statement.interval.invalid').waitFor()
  expect(await notice.innerText()).toContain('Trace id')
})

it('a second standard balance of a currency is refused with balance.exists and is not listed', async () => {
  const page = await open('/balances')
  const rows = page.getByRole('table', { name: 'Balances' }).getByRole('row')
  const before = await rows.count()
  await page.getByLabel('Currency').selectOption('GBP')
  await page.getByRole('button', { name: 'Open balance' }).press('Enter')
  await page.getByRole('alert').getByText('balance.exists').waitFor()
  await page.reload()
  await waitUntilLoaded(page)
  expect(await rows.count()).toBe(before)
})

it('the ledger finds postings by a reference or by its title, such as Transfer 7, and shows a message when none has the reference', async () => {
  const page = await open('/ledger')
  const id = await payTransfer(page)
  await page.getByLabel('Reference').fill(`transfer:${id}`)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '100.00 GBP' }).waitFor()
  const accounts = page.locator('main').getByRole('heading', { name: 'Accounts', exact: true })
  await accounts.waitFor()
  await page.getByLabel('Reference').fill('<img src=x onerror=document.title=1>')
  await page.keyboard.press('Enter')
  await page.getByText('No journal has this reference').waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  await expect.poll(() => accounts.count()).toBe(0)
  await page.getByLabel('Reference').fill(`Transfer ${id}`)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '100.00 GBP' }).waitFor()
})

it('the ledger finds only the journals of an id without its kind, and explains the search when there are none', async () => {
  const page = await open('/ledger')
  const id = await payTransfer(page)
  const otherId = await payTransfer(page)
  const titles = page.locator('.journal-title')
  await titles.getByText(`Transfer ${otherId}`, { exact: true }).first().waitFor()
  await page.getByLabel('Reference').fill(String(id))
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await titles.allInnerTexts()).filter((text) => !text.endsWith(` ${id}`)))
    .toEqual([])
  await titles.getByText(`Transfer ${id}`, { exact: true }).first().waitFor()
  await page.getByLabel('Reference').fill('999999')
  await page.keyboard.press('Enter')
  await page.getByText('An id alone finds journals of transfers').waitFor()
})

it('the search of the ledger does not cut the longest reference, which is that of an order of bank details', async () => {
  const page = await open('/ledger')
  const reference = 'account-details-order:11111111-1111-4111-8111-111111111111'
  await page.getByLabel('Reference').pressSequentially(reference)
  await page.keyboard.press('Enter')
  await page.getByText('No journal has this reference').waitFor()
  expect(await page.getByLabel('Reference').inputValue()).toBe(reference)
})

it('the ledger shows that a balance with money contained nothing before the balance was opened', async () => {
  const page = await open('/ledger')
  const balance = (await listBalances(page)).find(({ amount }) => amount.value > 0)
  await page.getByLabel('Balance', { exact: true }).selectOption(String(balance?.id))
  await page.getByLabel('Moment, UTC').fill('2020-01-01T00:00')
  await panel(page, 'A balance at a moment')
    .getByText(`The balance contained 0.00 ${balance?.amount.currency}.`)
    .waitFor()
})

it.each(looks)(
  'a balance and a reference are accessible and fit at $width px, $theme',
  async (look) => {
    const page = await openBalance()
    const { pathname } = new URL(page.url())
    const id = await payTransfer(page)
    for (const path of [pathname.replace('/console', ''), `/ledger?reference=transfer:${id}`]) {
      const other = await open(path, look)
      expect(await violationsOf(other)).toEqual([])
      await expectNoSidewaysScrolling(other)
      await screenshot(other, `${path.replaceAll(/\W/g, '_')}-${look.width}-${look.theme}`)
    }
  },
)
