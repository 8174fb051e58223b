// Profiles: the details of people and businesses, and their verification.

import { expect, it } from 'vitest'
import { samples } from '../../test/support/multipart.ts'
import {
  expectNoSidewaysScrolling,
  looks,
  panel,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { openDisclosure, openProfile, openUnverifiedBusiness } from './profiles.ts'

const open = usePages()

it('a refused document is explained at its fields, and an accepted document waits for its verification', async () => {
  const page = await openProfile(open, 'personal')
  const documents = panel(page, 'Identity documents')
  await openDisclosure(page, 'Send a document')
  await documents.getByLabel('First name').fill('Robin')
  await documents.getByRole('button', { name: 'Send the document' }).click()
  await documents.locator('.field-error').getByText('Last name is required').waitFor()
  expect(await documents.getByRole('alert').innerText()).toContain('Trace id')
  expect(await documents.getByLabel('First name').inputValue()).toBe('Robin')
  await documents.getByLabel('Number of the document').fill('X1234567')
  await documents.getByLabel('Issued on').fill('2024-03-01')
  await documents.getByLabel('Issued by country').fill('GB')
  await documents.getByLabel('Expires on').fill('2034-02-28')
  await documents.getByLabel('Last name').fill('Godwit')
  await page.keyboard.press('Enter')
  await documents.getByRole('alert').getByText('profile.update-window.closed').waitFor()
  await page.getByRole('button', { name: 'Open the update window' }).click()
  await page.getByRole('button', { name: 'Close the update window' }).waitFor()
  await documents.getByRole('button', { name: 'Send the document' }).click()
  await documents.getByText('The document was accepted for verification.').waitFor()
  await documents.getByText(/^waiting/).waitFor()
  expect(await documents.innerText()).not.toContain('X1234567')
  await page.getByRole('button', { name: 'Close the update window' }).click()
  await page.getByRole('button', { name: 'Open the update window' }).waitFor()
})

it('the fields of a document depend on its type', async () => {
  const page = await openProfile(open, 'personal')
  await openDisclosure(page, 'Send a document')
  await page.getByLabel('Expires on').waitFor()
  await page.getByLabel('Type', { exact: true }).selectOption('EMIRATES_EMPLOYER')
  await page.getByLabel('Employer', { exact: true }).waitFor()
  expect(await page.getByLabel('Expires on').count()).toBe(0)
})

it('a decision requires evidence, an upload begins the review, and another decision ends the review', async () => {
  const page = await openProfile(open, 'personal')
  const verification = panel(page, 'Verification')
  await openDisclosure(page, 'Decide on the additional verification')
  await verification.getByLabel('Decision').selectOption('EVIDENCE_REQUIRED')
  await verification.getByLabel('Evidence to require').selectOption('ADDRESS_PROOF')
  await verification.getByRole('button', { name: 'Decide' }).press('Enter')
  await verification.getByText('The additional verification is evidence required.').waitFor()
  await verification.getByText('address proof').waitFor()
  await openDisclosure(page, 'Upload a document')
  await page.getByLabel('What the files prove').selectOption('ADDRESS_PROOF')
  await page.getByRole('button', { name: 'Upload the document' }).click()
  await panel(page, 'Evidence').getByRole('alert').getByText('file.missing').waitFor()
  const file = { name: 'proof.png', mimeType: 'image/png', buffer: samples.png }
  await page.getByLabel('Pictures or PDF').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload the document' }).click()
  await page.getByText('Uploaded the document.').waitFor()
  // The next form begins without the file of the form before it.
  await page.getByRole('button', { name: 'Upload another' }).click()
  await page.getByRole('button', { name: 'Upload the document' }).click()
  await panel(page, 'Evidence').getByRole('alert').getByText('file.missing').waitFor()
  expect(await page.getByLabel('Pictures or PDF').getAttribute('aria-invalid')).toBe('true')
  const state = verification
    .locator('.details-row', { has: page.getByText('Additional verification', { exact: true }) })
    .locator('dd')
  // The sandbox ends the review after five seconds, so the review may have ended already.
  await expect.poll(() => state.innerText()).toMatch(/^(?:in review|verified)$/)
  await verification.getByRole('button', { name: 'Decide again' }).click()
  await verification.getByLabel('Decision').selectOption('VERIFIED')
  await verification.getByRole('button', { name: 'Decide' }).click()
  await verification.getByText('The additional verification is verified.').waitFor()
  await expect.poll(() => state.innerText()).toBe('verified')
})

it('countries that do not exist are refused at their field', async () => {
  const page = await openProfile(open, 'personal')
  await openDisclosure(page, 'Send the purpose of the account')
  await page.getByLabel('Countries that money is sent to').fill('FRA, XXX')
  await page.getByRole('button', { name: 'Send the purpose' }).click()
  const evidence = panel(page, 'Evidence')
  await evidence
    .locator('.field-error')
    .getByText('Countries that money is sent to must be an ISO 3166-1 alpha-3 country code')
    .waitFor()
})

it('the extension form shows the field of the chosen purpose, and saves the additional details', async () => {
  const page = await openProfile(open, 'personal')
  const details = panel(page, 'Additional details')
  await details.getByLabel('Purpose of the account').waitFor()
  expect(await details.getByLabel('Purpose in your own words').count()).toBe(0)
  await details.getByLabel('Purpose of the account').selectOption('OTHER')
  await details.getByLabel('Purpose in your own words').fill('Lessons abroad')
  await details.getByRole('button', { name: 'Save' }).click()
  await details.getByText('Saved the additional details.').waitFor()
  await page.reload()
  await waitUntilLoaded(page)
  expect(await details.getByLabel('Purpose of the account').inputValue()).toBe('OTHER')
  await details.getByLabel('Purpose in your own words').waitFor()
})

it('the name of a business with HTML is shown as text', async () => {
  const name = '<img src=x onerror="document.title=1">'
  const page = await openUnverifiedBusiness(open, name)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name)
  expect(await page.locator('main img').count()).toBe(0)
})

it('an address with missing fields is refused, and a double press then adds one address', async () => {
  const page = await openUnverifiedBusiness(open)
  await openDisclosure(page, 'Add an address')
  const addresses = panel(page, 'Addresses')
  await addresses.getByLabel('Street and number').fill('1 High Street')
  await addresses.getByRole('button', { name: 'Add the address' }).click()
  await addresses.locator('.field-error').first().waitFor()
  await addresses.getByLabel('City').fill('London')
  await addresses.getByLabel('Post code').fill('SW1A 1AA')
  await addresses.getByLabel('Country').fill('GB')
  await addresses.getByRole('button', { name: 'Add the address' }).dblclick()
  await addresses.getByText(/^Added address/).waitFor()
  await addresses.getByRole('cell', { name: '1 High Street, SW1A 1AA, London, GB' }).waitFor()
  expect(await addresses.getByRole('row').count()).toBe(2)
})

it('a director is added once the country is valid, and removed after a confirmation', async () => {
  const page = await openUnverifiedBusiness(open)
  await openDisclosure(page, 'Add to the directors')
  const directors = panel(page, 'Directors')
  await directors.getByLabel('First name').fill('Ada')
  await directors.getByLabel('Last name').fill('Example')
  await directors.getByLabel('Date of birth').fill('1990-01-31')
  await directors.getByLabel('Country').fill('xx')
  await page.keyboard.press('Enter')
  await directors.getByRole('alert').getByText('NOT_VALID').waitFor()
  await directors.locator('.field-error').waitFor()
  await directors.getByLabel('Country').fill('gbr')
  await directors.getByRole('button', { name: 'Add', exact: true }).click()
  await directors.getByRole('row', { name: 'Ada, Example, 1990-01-31, gbr' }).waitFor()
  const ada = directors.getByRole('row', { name: /^Ada/ })
  await ada.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove from the directors' })
  await dialog.getByText('Ada, Example, 1990-01-31, gbr').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await ada.getByRole('button', { name: 'Remove' }).click()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove from the directors' }).click()
  await directors.getByText('No directors yet').waitFor()
})

it('an owner is added', async () => {
  const page = await openUnverifiedBusiness(open)
  await openDisclosure(page, 'Add to the owners')
  const owners = panel(page, 'Owners')
  await owners.getByLabel('Full name').fill('Ada Example')
  await owners.getByLabel('Date of birth').fill('1990-01-31')
  await owners.getByLabel('Country').fill('gbr')
  await owners.getByLabel('Street and number').fill('1 High Street')
  await owners.getByLabel('Percentage').fill('25')
  await owners.getByRole('button', { name: 'Add', exact: true }).click()
  await owners
    .getByRole('row', { name: 'Ada Example, 1990-01-31, gbr, 1 High Street, 25' })
    .waitFor()
})

it('a business is verified with a button, and then no longer waits for the decision of the operator', async () => {
  const page = await openUnverifiedBusiness(open)
  const verification = panel(page, 'Verification')
  await verification.getByText('not verified').waitFor()
  await verification.getByText('Decision of the operator', { exact: true }).waitFor()
  await verification.getByRole('button', { name: 'Verify all profiles of the user' }).press('Enter')
  await verification.getByText('verified', { exact: true }).waitFor()
  expect(await verification.getByText('Decision of the operator').count()).toBe(0)
})

it('the page of a profile that does not exist shows the error code not.found', async () => {
  const page = await open('/profiles/999999')
  await page.getByRole('alert').getByText('not.found').first().waitFor()
})

it.each(looks)('profiles are accessible and fit at $width px, $theme', async (look) => {
  for (const type of ['personal', 'business'] as const) {
    const page = await openProfile(open, type, look)
    await page.locator('summary').evaluateAll((all) => {
      for (const each of all) (each as HTMLElement).click()
    })
    await page.getByRole('button', { name: 'Add the address' }).click()
    await page.getByRole('alert').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `profile-${type}-${look.width}-${look.theme}`)
  }
})
