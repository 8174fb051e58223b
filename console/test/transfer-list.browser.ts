// The list of transfers and its filters.

import { expect, it } from 'vitest'
import { panel, usePages, waitUntilLoaded } from './browser.ts'
import { createTransfer, payTransfer } from './calls.ts'

const open = usePages()

it('transfers are shown newest first, and the button below them shows older ones', async () => {
  const page = await open('/transfers')
  // One more than a page has.
  const ids = await Promise.all(Array.from({ length: 51 }, () => createTransfer(page)))
  const newestFirst = ids.map(String).sort((a, b) => Number(b) - Number(a))
  await page.reload()
  await waitUntilLoaded(page)
  const shown = () => page.locator('main .table-row-link').allInnerTexts()
  expect(await shown()).toEqual(newestFirst.slice(0, 50))
  await page.getByRole('button', { name: 'Show older transfers' }).click()
  await expect.poll(async () => (await shown()).slice(0, 51)).toEqual(newestFirst)
})

it('filters are kept in the address, and a list without a match offers to clear them', async () => {
  const page = await open('/transfers')
  const id = await createTransfer(page)
  await page.reload()
  await waitUntilLoaded(page)
  await page.getByRole('link', { name: String(id), exact: true }).waitFor()
  await page.getByLabel('To currency').selectOption('EUR')
  await page.getByLabel('Status').selectOption('bounced_back')
  await page.getByText('No transfer matches').waitFor()
  await page.reload()
  await waitUntilLoaded(page)
  expect(await page.getByLabel('Status').inputValue()).toBe('bounced_back')
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await page.getByRole('link', { name: String(id), exact: true }).waitFor()
})

it('a transfer is opened by its id; other text is refused at the field', async () => {
  const page = await open('/transfers')
  const id = await createTransfer(page)
  const field = page.getByLabel('Transfer id')
  await field.fill('rent')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the id of a transfer, which is a number.').waitFor()
  await field.fill(String(id))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor()
})

it('the command that creates a first transfer names the chosen profile', async () => {
  const page = await open('/transfers')
  await page.getByLabel('Profile').selectOption({ index: 1 })
  const profileId = await page.getByLabel('Profile').inputValue()
  await page.getByText(`transfers#state-change --profile ${profileId} --url`).waitFor()
})

it('Home, the list and the page of a transfer name the same amounts, recipient and status', async () => {
  const page = await open('/transfers')
  const id = await payTransfer(page)
  await page.goto(`/console/transfers/${id}`)
  await waitUntilLoaded(page)
  await page
    .getByRole('heading', { level: 1, name: `Transfer ${id}: 100.00 GBP to Nora` })
    .waitFor()
  expect(await page.locator('.page-header .status').innerText()).toBe('processing')
  const details = await panel(page, 'Details').innerText()
  expect(details).toMatch(/You pay\s+100\.00 GBP\s+Fee\s+[\d.]+ GBP\s+After the fee\s+[\d.]+ GBP/)
  const received = /Recipient gets\s+([\d.]+ EUR)/.exec(details)?.[1]
  for (const path of ['/transfers', '']) {
    await page.goto(`/console${path}`)
    await waitUntilLoaded(page)
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `${id}`, exact: true }) })
    expect(await row.innerText()).toMatch(
      new RegExp(
        `Nora Sample\\s+100\\.00 GBP\\s+${received}\\s+processing\\s+Paid\\. The money is exchanged next`,
      ),
    )
  }
  await page.getByRole('row', { name: `${id} Nora Sample` }).click()
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor()
})
