// Profiles: creating them, changing details and addresses, and removing directors.

import { expect, it } from 'vitest'
import { panel, usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import { call } from './calls.ts'
import { openDisclosure, openProfile, openUnverifiedBusiness } from './profiles.ts'

const open = usePages()

it('the removal of a director of a verified business is refused with profile.update-window.closed outside of the update window', async () => {
  const page = await openProfile(open, 'business')
  const directors = panel(page, 'Directors')
  const before = await directors.getByRole('row').count()
  await directors.getByRole('button', { name: 'Remove' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove from the directors' }).click()
  await dialog.getByText('profile.update-window.closed').waitFor()
  await page.reload()
  await waitUntilLoaded(page)
  expect(await directors.getByRole('row').count()).toBe(before)
})

it('a removal keeps the directors that another client has added since', async () => {
  const page = await openUnverifiedBusiness(open, 'Busy Ltd')
  const path = `/v1${new URL(page.url()).pathname.replace('/console', '')}/directors`
  const director = (firstName: string) => ({
    firstName,
    lastName: 'Example',
    dateOfBirth: '1990-01-31',
    countryOfResidenceIso3Code: 'gbr',
  })
  await call(page, 'POST', path, [director('Ada')])
  await page.reload()
  await waitUntilLoaded(page)
  await panel(page, 'Directors').getByRole('button', { name: 'Remove' }).click()
  await call(page, 'POST', path, [director('Grace')])
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove from the directors' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const left = await call<{ firstName: string }[]>(page, 'GET', path)
  expect(left.map(({ firstName }) => firstName)).toEqual(['Grace'])
})

it('a refused business shows the errors at their fields, and a created business is in the navigation at once', async () => {
  const page = await open('/profiles')
  const create = panel(page, 'Create a profile')
  const submit = create.getByRole('button', { name: 'Create the profile' })
  await submit.click()
  await create.locator('.field-error').getByText('Legal form is required').waitFor()
  for (const label of ['Name', 'Legal form', 'Your role', 'Category', 'Sub-category'])
    expect(await create.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    )
  expect(await violationsOf(page)).toEqual([])
  await create.getByLabel('Name', { exact: true }).fill('New Shop Ltd')
  await create.getByLabel('Legal form').selectOption('LIMITED')
  await create.getByLabel('Your role').selectOption('OWNER')
  await create.getByLabel('Category', { exact: true }).selectOption('EDUCATION_LEARNING')
  await create.getByLabel('Sub-category').selectOption('ONLINE_LEARNING')
  await create.getByLabel('Web page').fill('not a page')
  await submit.click()
  await create.locator('.field-error').getByText('Number in the register is required').waitFor()
  await create.locator('.field-error').getByText('Web page must be').waitFor()
  await create.getByLabel('Number in the register').fill('11223344')
  await create.getByLabel('Web page').fill('https://example.com')
  await submit.dblclick()
  await create.getByRole('link', { name: /^profile \d+$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'New Shop Ltd' }).waitFor()
  const options = await page
    .getByLabel('Profile', { exact: true })
    .locator('option')
    .allInnerTexts()
  expect(options.filter((each) => each.startsWith('New Shop Ltd'))).toHaveLength(1)
})

it('a user without a profile sees errors at their fields, creates a person, and the console opens', async () => {
  const page = await open('/profiles')
  let isEmpty = true
  await page.route('**/v2/profiles', (route) =>
    isEmpty ? route.fulfill({ json: [] }) : route.continue(),
  )
  await page.reload()
  await page.getByText('This user has no profile').waitFor()
  await page.getByLabel('First name', { exact: true }).fill('Nora')
  const create = page.getByRole('button', { name: 'Create the profile' })
  await create.click()
  await page.locator('.field-error').getByText('Last name is required').waitFor()
  await page.getByLabel('Last name', { exact: true }).fill('Sample')
  await page.getByLabel('Date of birth').fill('1999-12-31')
  await page.getByLabel('Phone number').fill('+447700900125')
  // The seeded user already has a personal profile, and the service allows a user only one.
  await create.click()
  await page.getByRole('alert').getByText('profile.duplicate').waitFor()
  await page.route('**/v1/profiles', (route) => {
    isEmpty = false
    return route.fulfill({ json: { id: 1, type: 'personal', details: {} } })
  })
  await create.click()
  await page.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor()
})

it('details of a verified person change while the update window is open, and an optional detail is deleted', async () => {
  const page = await openProfile(open, 'personal')
  await openDisclosure(page, 'Change the details')
  const details = panel(page, 'Details')
  const save = details.getByRole('button', { name: 'Save the details' })
  const phone = details.getByLabel('Phone number')
  const before = await phone.inputValue()
  await phone.fill('none')
  await save.click()
  await details.locator('.field-error').getByText('Phone number must be').waitFor()
  await phone.fill('+447700900177')
  await details.getByLabel('Occupation').fill('Pilot')
  await save.click()
  await details.getByRole('alert').getByText('profile.update-window.closed').waitFor()
  await details.getByRole('button', { name: 'Open the update window' }).click()
  await details.getByRole('button', { name: 'Close the update window' }).waitFor()
  await save.click()
  await details.getByText('Saved the details.').waitFor()
  await details.getByText('+447700900177').waitFor()
  await details.getByText('Pilot').waitFor()
  await details.getByRole('button', { name: 'Change them again' }).click()
  expect(await details.getByLabel('Occupation').inputValue()).toBe('Pilot')
  await details.getByLabel('Occupation').fill('')
  await phone.fill(before)
  await save.click()
  await details.getByText('Saved the details.').waitFor()
  await expect.poll(() => details.getByText('Pilot').count()).toBe(0)
  await details.getByRole('button', { name: 'Close the update window' }).click()
  await details.getByRole('button', { name: 'Open the update window' }).waitFor()
})

it('a changed address shows errors at their fields and keeps its occupations, and another address becomes the primary one', async () => {
  const page = await openUnverifiedBusiness(open, 'Moving Ltd')
  const profile = Number(new URL(page.url()).pathname.split('/').at(-1))
  const address = { country: 'GB', firstLine: '1 Old Road', city: 'Leeds', postCode: 'LS1 4AP' }
  const occupations = [{ code: 'Painter' }]
  for (const details of [
    { ...address, occupations },
    { ...address, firstLine: '2 New Road' },
  ])
    await call(page, 'POST', '/v1/addresses', { profile, details })
  await page.reload()
  await waitUntilLoaded(page)
  const addresses = panel(page, 'Addresses')
  await addresses.getByRole('row', { name: '1 Old Road' }).getByText('primary').waitFor()
  await addresses.getByRole('row', { name: '1 Old Road' }).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('')
  await dialog.getByRole('button', { name: 'Change the address' }).click()
  await dialog.locator('.field-error').getByText('City is required').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('City').fill('York')
  await dialog.getByRole('button', { name: 'Change the address' }).click()
  await dialog.getByText(/^Changed address/).waitFor()
  await page.keyboard.press('Escape')
  await addresses.getByRole('row', { name: '1 Old Road, LS1 4AP, York, GB' }).waitFor()
  type Address = { details: { city: string; occupations: { code: string }[] } }
  const [changed] = await call<Address[]>(page, 'GET', `/v1/addresses?profile=${profile}`)
  expect(changed?.details).toMatchObject({ city: 'York', occupations })

  await openDisclosure(page, 'Change the details')
  const choice = page.getByLabel('Primary address')
  await choice.selectOption({ label: '2 New Road, LS1 4AP, Leeds, GB' })
  await page.getByRole('button', { name: 'Save the details' }).click()
  await page.getByText('Saved the details.').waitFor()
  await addresses.getByRole('row', { name: '2 New Road' }).getByText('primary').waitFor()
})
