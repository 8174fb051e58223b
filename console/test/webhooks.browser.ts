// Webhooks: subscriptions and the check of signatures.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  expectNoSidewaysScrolling,
  looks,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { receiveDeliveries, sendTransfer, subscribe, useReceiver } from './webhook-receiver.ts'

const open = usePages()
const receiver = useReceiver()

it('a subscription is created after a test message, listed, and deleted after a confirmation', async () => {
  const page = await open('/webhooks')
  await subscribe(page, 'Created here', receiver.url)
  await page.getByRole('heading', { level: 1, name: 'Created here' }).waitFor()
  expect(receiver.received.map(({ headers }) => headers['x-test-notification'])).toEqual(['true'])
  await page.getByText('Nothing was sent yet').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('link', { name: 'Created here' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete the subscription' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Created here' }).count()).toBe(0)
})

/** The description and the message of a field. */
async function descriptionOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
  return texts.join(' ')
}

it.each([
  [
    'is not a URL',
    (): string => 'nowhere',
    'The callback URL is not a URL.',
    /^INVALID_CALLBACK_URL$/m,
  ],
  [
    'answers with an error',
    (): string => receiver.url,
    'Callback endpoint did not respond successfully',
    /^INVALID_CALLBACK_URL, subscription\.test-notification\.failed$/m,
  ],
] as const)(
  'an address that %s is refused at its field, and the notice has the codes and the trace id',
  async (_, to, message, codes) => {
    receiver.status = 500
    const page = await open('/webhooks')
    await subscribe(page, 'Refused', to())
    expect(await descriptionOf(page, 'URL')).toContain(message)
    const notice = await page.getByRole('alert').innerText()
    expect(notice).toMatch(codes)
    expect(notice).toContain('Trace id')
    expect(await violationsOf(page)).toEqual([])
    expect(await page.getByRole('link', { name: 'Refused' }).count()).toBe(0)
  },
)

it('a subscription without a name and a URL is refused with a message at each of the two fields', async () => {
  const page = await open('/webhooks')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect(await descriptionOf(page, 'Name')).toContain('size must be between 1 and 255')
  expect(await descriptionOf(page, 'URL')).toContain('size must be between 1 and 2048')
  await page.getByRole('alert').getByText('Correct the marked fields.').waitFor()
  await screenshot(page, 'webhooks-empty-fields')
})

it('only the versions of the chosen event are offered, and the newest is selected', async () => {
  const page = await open('/webhooks')
  await page.getByLabel('Event').selectOption('balances#update')
  const versions = page.getByLabel('Version of the message')
  expect(await versions.locator('option').allInnerTexts()).toEqual(['2.0.0', '2.2.0', '3.0.0'])
  expect(await versions.inputValue()).toBe('3.0.0')
})

it('the page of a delivery verifies its signature, and shows the first byte in which another body differs', async () => {
  const page = await open('/webhooks')
  const messages = await receiveDeliveries(page, 'Verified', receiver)
  const message = messages().at(-1)
  const id = String(message?.headers['x-delivery-id'])
  await page.getByRole('button', { name: id }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog
    .getByRole('textbox', { name: 'Signature' })
    .fill(String(message?.headers['x-signature-sha256']))
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByText('valid for X-Signature-SHA256').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Body' }).fill(` ${message?.body}`)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByText('byte 1 is 0x20, sent was 0x7b').waitFor()
})

it('the name of a subscription with HTML is shown as text on its page and in the list', async () => {
  const page = await open('/webhooks')
  const name = '<img src=x onerror="document.title=1">'
  await subscribe(page, name, receiver.url)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('link', { name }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
})

it('the page of an unknown subscription shows the error code subscription.not.found and a link to all webhooks', async () => {
  const page = await open('/webhooks')
  await page.goto(`${page.url()}/11111111-1111-4111-8111-111111111111`)
  await page.getByRole('alert').getByText('subscription.not.found').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
})

it.each(looks)('webhooks are accessible and fit at $width px, $theme', async (look) => {
  const page = await open('/webhooks', look)
  const name = `A long name without spaces ${'x'.repeat(80)}`
  if ((await page.getByRole('link', { name }).count()) === 0) {
    await subscribe(page, name, receiver.url)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const address = page.url()
    await sendTransfer(page)
    await page.goto(address)
  } else await page.getByRole('link', { name }).click()
  await waitUntilLoaded(page)
  await page
    .getByRole('button', { name: /^Open delivery / })
    .first()
    .waitFor({ timeout: 10_000 })
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `webhooks-one-${look.width}-${look.theme}`)
  await page
    .getByRole('button', { name: /^Open delivery / })
    .first()
    .press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await screenshot(page, `webhooks-delivery-${look.width}-${look.theme}`)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('link', { name }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `webhooks-list-${look.width}-${look.theme}`)
  await page.getByRole('link', { name: 'Verify a signature' }).click()
  await page.getByRole('textbox', { name: 'Signature' }).fill('AAAA')
  await page.getByRole('button', { name: 'Verify' }).press('Enter')
  await page.getByText('not valid', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `webhooks-verify-${look.width}-${look.theme}`)
})
