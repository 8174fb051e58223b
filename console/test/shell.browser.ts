// The search of pages, the navigation on narrow windows, the chosen profile, and refused requests.

import { expect, it } from 'vitest'
import { usePages, violationsOf, waitUntilLoaded } from './browser.ts'

const open = usePages()

it('Control and K open the search of pages, and Enter opens the page', async () => {
  const page = await open('/none')
  await page.keyboard.press('Control+K')
  const dialog = page.getByRole('dialog', { name: 'Go to page' })
  await dialog.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.type('hom')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
})

it('on a narrow window the navigation is behind a button', async () => {
  const page = await open('/', { width: 390, theme: 'light' })
  const home = page.getByRole('link', { name: 'Home' })
  expect(await home.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await home.isVisible()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
})

it('the search of pages opens a resource by its kind and id', async () => {
  const page = await open('/')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Go to page' }).waitFor()
  await page.keyboard.type('transfer 1')
  await page.getByRole('link', { name: 'Transfer 1', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/transfers/1')
})

it('on a narrow window the menu closes when the current page is chosen', async () => {
  const page = await open('/', { width: 390, theme: 'light' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Close' }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  expect(await page.getByRole('link', { name: 'Home' }).isVisible()).toBe(false)
})

it('on a narrow window a page that is opened from the menu begins with its title in view', async () => {
  const page = await open('/', { width: 390, theme: 'light' })
  // Home is opened for the second time, so it is long at once.
  for (const name of ['Ledger', 'Home']) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await waitUntilLoaded(page)
  }
  await expect
    .poll(() => page.evaluate(() => [document.activeElement?.id, scrollY]))
    .toEqual(['content', 0])
})

it('at 900 px of height the time of the sandbox is in view', async () => {
  const page = await open('/')
  await page.setViewportSize({ width: 1280, height: 900 })
  const box = await page
    .getByRole('banner')
    .getByRole('link', { name: 'Sandbox time' })
    .boundingBox()
  const { y, height } = box ?? expect.fail('the link is not visible')
  expect(y + height).toBeLessThanOrEqual(900)
})

it('the chosen profile is kept when the page is opened again', async () => {
  const page = await open('/')
  await page.getByLabel('Profile').selectOption({ index: 1 })
  const chosen = await page.getByLabel('Profile').inputValue()
  await page.reload()
  await waitUntilLoaded(page)
  expect(await page.getByLabel('Profile').inputValue()).toBe(chosen)
})

it('a refused request is shown with its code and trace id, and can be sent again', async () => {
  const page = await open('/')
  const body = { errors: [{ code: 'balance.none', message: 'No balance.', path: 'types' }] }
  await page.route('**/balances*', (route) =>
    route.fulfill({ status: 422, json: body, headers: { 'x-trace-id': 'trace-1' } }),
  )
  await page.reload()
  const notice = page.getByRole('alert')
  await notice.waitFor()
  expect(await notice.innerText()).toMatch(
    /No balance\.\s+balance\.none at types\s+Trace id trace-1/,
  )
  expect(await violationsOf(page)).toEqual([])
  await page.unroute('**/balances*')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => notice.count()).toBe(0)
})

it('what the user has entered is kept when loading the profiles again fails', async () => {
  const page = await open('/webhooks')
  await page.getByLabel('Name').fill('Kept')
  const refusal = { status: 422, json: { errors: [{ code: 'none', message: 'Not now.' }] } }
  await page.route('**/v2/profiles', (route) => route.fulfill(refusal))
  await page.route('**/v1/sandbox/inboxes', (route) =>
    route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
  )
  const refused = page.waitForResponse('**/v2/profiles')
  // After each change, even a refused change, the page loads all data again.
  await page.getByRole('button', { name: 'Create an inbox' }).click()
  await refused
  await page.getByRole('region', { name: 'Inboxes' }).getByRole('alert').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Kept')
})
