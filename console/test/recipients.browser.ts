// Recipients: adding one by the form of the service, showing it, deleting it.

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

const open = usePages()

it('a recipient is added with the form, shown and deleted', async () => {
  const page = await open('/recipients/new')
  await page.getByLabel('Currency').selectOption('GBP')
  await page.getByLabel('Pay to').selectOption('sort_code')
  await page.getByLabel('Recipient type').selectOption('PRIVATE')
  await page.getByLabel('Full name of the account holder').fill('Ada Example')
  await page.getByLabel('UK sort code').fill('231470')
  await page.getByLabel('Account number').fill('28821822')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ada Example' }).waitFor()
  // The title of the form, in place of the type `sort_code`.
  await panel(page, 'Account').getByText('Local bank account').waitFor()
  await page.getByRole('button', { name: 'Delete recipient' }).click()
  const dialog = page.getByRole('dialog')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete recipient' }).click()
  await page.getByText('deactivated').waitFor()
  await page.getByRole('link', { name: 'All recipients' }).click()
  await waitUntilLoaded(page)
  expect(await page.getByRole('link', { name: 'Ada Example' }).count()).toBe(0)
})

it('the list shows the type of each recipient as the title of its form', async () => {
  const page = await open('/recipients')
  const types = page.locator('td[data-title="Type"]')
  await expect
    .poll(async () => new Set(await types.allInnerTexts()))
    .toEqual(new Set(['Inside Europe', 'Local bank account']))
})

it('a refused form keeps its values and shows code and trace id', async () => {
  const page = await open('/recipients/new')
  await page.getByLabel('IBAN').fill('FR14')
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await page.getByRole('alert').getByText('NOT_VALID').waitFor()
  await page.locator('.field-error').first().waitFor()
  expect(await page.getByLabel('IBAN').inputValue()).toBe('FR14')
  expect(await page.getByRole('alert').innerText()).toContain('Trace id')
})

it('a name with HTML is shown as text', async () => {
  const name = '<img src=x onerror="document.title=1">'
  const page = await open('/recipients')
  const account = { currency: 'EUR', accountSummary: 'FR14', type: 'iban', active: true }
  const content = [{ id: 1, name: { fullName: name }, ...account }]
  await page.route('**/v2/accounts*', (route) =>
    route.fulfill({ json: { content, seekPositionForNext: null } }),
  )
  await page.reload()
  await page.getByRole('link', { name }).first().waitFor()
  expect(await page.locator('td img, th img').count()).toBe(0)
})

it('the page of a recipient that does not exist shows the error code RECIPIENT_MISSING', async () => {
  const page = await open('/recipients/999999')
  await page.getByRole('alert').getByText('RECIPIENT_MISSING').waitFor()
})

it.each(looks)('form and recipient are accessible and fit at $width px, $theme', async (look) => {
  const page = await open('/recipients/new', look)
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await page.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `recipient-new-${look.width}-${look.theme}`)
  await page.getByRole('link', { name: 'All recipients' }).click()
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await waitUntilLoaded(page)
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `recipient-${look.width}-${look.theme}`)
})
