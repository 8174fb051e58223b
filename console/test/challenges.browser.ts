// The page Challenges, and a payment whose challenge is answered.

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
import { createTransfer } from './calls.ts'
import { enterPin, pinOfChallenge } from './challenges.ts'
import { deletePin, readProfileId, send, sendAndRead, withPin } from './program.ts'

const open = usePages()
const PIN = '2468'

type RefusedPayment = { readonly path: string; readonly token: string }

/** Requests a payment, which is refused until its challenges are cleared. Returns the path of the request and the token. */
async function requestPayment(page: Page): Promise<RefusedPayment> {
  const id = await createTransfer(page)
  const path = `/v3/profiles/${await readProfileId()}/transfers/${id}/payments`
  const reply = await send('POST', path, { type: 'BALANCE' })
  expect(reply.status).toBe(403)
  const token = reply.headers.get('x-2fa-approval')
  return { path, token: token ?? expect.fail('the refusal has no one-time token') }
}

async function showToken(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token)
  await press(page, 'Show its challenges')
}

it('a PIN of two digits is refused at its field, and a PIN of four digits is set up', async () => {
  const page = await open('/challenges')
  await page.getByLabel('New PIN').fill('12')
  await press(page, 'Set up the PIN')
  const field = page.getByLabel('New PIN')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await field.fill(PIN)
  await press(page, 'Set up the PIN')
  try {
    await page.getByText('The PIN is set up.').waitFor()
  } finally {
    await deletePin()
  }
})

it('the PIN is deleted only after a confirmation', async () => {
  const page = await open('/challenges')
  let deletions = 0
  // The test replies in place of the service, because the user has no PIN.
  await page.route('**/pin', (route) => {
    deletions++
    return route.fulfill({ status: 204 })
  })
  await press(page, 'Delete the PIN…')
  const dialog = page.getByRole('dialog', { name: 'Delete the PIN' })
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(deletions).toBe(0)
  await press(page, 'Delete the PIN…')
  await dialog.getByRole('button', { name: 'Delete the PIN' }).click()
  await page.getByText('The PIN is deleted.').waitFor()
  expect(deletions).toBe(1)
})

it('a payment is challenged, a wrong PIN is refused with pin.invalid, and the right PIN pays', async () => {
  const page = await open('/send-money')
  await press(page, 'Get a quote')
  await press(page, 'Choose the recipient')
  await page
    .getByRole('button', { name: /^Choose Nora Sample/ })
    .first()
    .click()
  await press(page, 'Create the transfer')
  await withPin(PIN, async () => {
    await press(page, 'Pay from the balance')
    await enterPin(page, '0000')
    const refusal = page.getByRole('region', { name: 'Challenge' }).getByRole('alert')
    await refusal.getByText('pin.invalid').first().waitFor()
    await page.reload()
    await waitUntilLoaded(page)
    await enterPin(page, PIN)
    await page.waitForURL(/\/console\/transfers\/\d+$/)
    const { pathname } = new URL(page.url())
    const transfer = await sendAndRead('GET', pathname.replace('/console', '/v1'))
    expect(transfer).toMatchObject({ status: 'processing' })
  })
})

it('the page clears the challenges of a token of another client, which then pays with the token', async () => {
  const page = await open('/challenges')
  await withPin(PIN, async () => {
    const { path, token } = await requestPayment(page)
    await showToken(page, token)
    const challenge = page.getByRole('region', { name: 'Challenge' })
    await challenge.getByText('TRANSFER__FUND').waitFor()
    await pinOfChallenge(page).fill(PIN)
    await press(page, 'Confirm')
    await challenge.getByText('All challenges of this token are cleared.').waitFor()
    const reply = await send('POST', path, { type: 'BALANCE' }, { 'One-Time-Token': token })
    expect(await reply.json()).toMatchObject({ status: 'COMPLETED' })
  })
})

it('an unknown token shows the error code one-time-token.not-found', async () => {
  const page = await open('/challenges')
  await showToken(page, '5932d5b5-ec13-452f-8688-308feade7834')
  await page.getByRole('alert').getByText('one-time-token.not-found').waitFor()
})

it.each(looks)('a challenge is accessible and fits at $width px, $theme', async (look) => {
  const page = await open('/challenges', look)
  await withPin(PIN, async () => {
    await showToken(page, (await requestPayment(page)).token)
    await pinOfChallenge(page).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `challenge-${look.width}-${look.theme}`)
  })
})
