// Webhooks: subscriptions, the log of deliveries, resending, and the check of signatures.

import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import {
  expectNoSidewaysScrolling,
  looks,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'

const open = usePages()
type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
let url: string
let status: number
const received: Received[] = []

beforeAll(async () => {
  const receiverUrl = await startServer(async (request, reply) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    reply.writeHead(status).end()
  })
  url = `${receiverUrl}/hook`
})
beforeEach(() => {
  status = 200
  received.length = 0
})
afterAll(closeServers)

async function subscribe(page: Page, name: string, to = url): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('URL', { exact: true }).fill(to)
  await page.getByLabel('URL', { exact: true }).press('Enter')
}

/** Sends a transfer, which causes three events or more. */
async function sendTransfer(page: Page): Promise<void> {
  await page.goto('/console')
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  await page.getByText('sent it to the recipient: outgoing_payment_sent').waitFor()
}

/** A page of a new subscription that has received the events of a transfer. */
async function openSubscriptionWithDeliveries(name: string) {
  const page = await open('/webhooks')
  // Subscriptions of other tests receive the same events.
  await subscribe(page, name, `${url}/${name}`)
  const messages = () =>
    received.filter(
      ({ path, headers }) => path === `/hook/${name}` && !headers['x-test-notification'],
    )
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const address = page.url()
  await sendTransfer(page)
  await page.goto(address)
  await waitUntilLoaded(page)
  await expect
    .poll(
      async () => {
        const rows = await page.getByRole('cell', { name: 'delivered' }).count()
        return rows > 2 && rows === messages().length
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  return { page, messages }
}

it('creates a subscription after a test message, lists it and deletes it after a confirmation', async () => {
  const page = await open('/webhooks')
  await subscribe(page, 'Created here')
  await page.getByRole('heading', { level: 1, name: 'Created here' }).waitFor()
  expect(received.map(({ headers }) => headers['x-test-notification'])).toEqual(['true'])
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

it.each([
  ['is no URL', (): string => 'nowhere'],
  ['answers with an error', (): string => url],
] as const)('an address that %s is refused at its field, with code and trace id', async (_, to) => {
  status = 500
  const page = await open('/webhooks')
  await subscribe(page, 'Refused', to())
  await page.getByRole('alert').getByText('Trace id').waitFor()
  const field = page.getByLabel('URL', { exact: true })
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
  const descriptions = await Promise.all(
    described.map((id) => page.locator(`[id="${id}"]`).innerText()),
  )
  expect(descriptions.join(' ')).toContain('INVALID_CALLBACK_URL')
  expect(await violationsOf(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Refused' }).count()).toBe(0)
})

it('only the versions of the chosen event are offered', async () => {
  const page = await open('/webhooks')
  await page.getByLabel('Event').selectOption('balances#update')
  const versions = page.getByLabel('Version of the message')
  expect(await versions.locator('option').allInnerTexts()).toEqual(['2.0.0', '2.2.0', '3.0.0'])
  expect(await versions.inputValue()).toBe('3.0.0')
})

it('resends a range: the receiver gets the same bytes with the same ids again', async () => {
  const { page, messages } = await openSubscriptionWithDeliveries('Resent')
  await page
    .getByRole('link', { name: /^transfer \d+$/ })
    .first()
    .waitFor()
  await page
    .getByRole('cell', { name: /^transfer \d+ outgoing payment sent$/ })
    .first()
    .waitFor()
  const rows = page.getByRole('checkbox', { name: /^Select delivery / })
  const first = messages()
  expect(await rows.count()).toBe(first.length)
  await rows.first().focus()
  await page.keyboard.press('Space')
  await rows.last().click({ modifiers: ['Shift'] })
  const label = `Resend selected (${first.length})`
  await page.getByRole('button', { name: label }).press('Enter')
  await page.getByText(`Resent ${first.length}, the oldest first`).waitFor()
  await expect.poll(() => messages().length, { timeout: 10_000 }).toBe(2 * first.length)
  const idsAndBodies = (those: readonly Received[]) =>
    those.map(({ headers, body }) => `${headers['x-delivery-id']} ${body}`).toSorted()
  expect(idsAndBodies(messages().slice(first.length))).toEqual(idsAndBodies(first))
})

it('a range is resent up to the first request that fails, and the delivery and the error are shown', async () => {
  const { page, messages } = await openSubscriptionWithDeliveries('Interrupted')
  const sent = messages().length
  await page
    .getByRole('checkbox', { name: /^Select delivery / })
    .first()
    .focus()
  await page.keyboard.press('Space')
  const oldestId = String(messages()[0]?.headers['x-delivery-id'])
  await page.getByRole('checkbox', { name: `Select delivery ${oldestId}` }).check()
  await page.route(`**/deliveries/${oldestId}/redeliver*`, (route) => route.abort())
  await page.getByRole('button', { name: 'Resend selected (2)' }).press('Enter')
  await page
    .getByText(`The request to resend delivery ${oldestId} failed, so no later one was sent.`)
    .waitFor({ timeout: 20_000 })
  await page.getByText('Resent 0').waitFor()
  await page.getByRole('alert').waitFor()
  expect(messages()).toHaveLength(sent)
})

it('a failed delivery shows the status of its reply and when it is sent next', async () => {
  const page = await open('/webhooks')
  await subscribe(page, 'Failing')
  await page.getByRole('heading', { level: 1, name: 'Failing' }).waitFor()
  const address = page.url()
  status = 503
  await sendTransfer(page)
  await page.goto(address)
  await waitUntilLoaded(page)
  const row = page.getByRole('row').filter({ hasText: 'retrying' }).first()
  await row.waitFor({ timeout: 10_000 })
  expect(await row.innerText()).toContain('503')
  // About, state, reply, attempts, created, delivered.
  await row.getByRole('cell').nth(5).getByText('next').locator('time').waitFor()
  await page.getByLabel('State').selectOption('DELIVERED')
  await page.getByText('No delivery in this state').waitFor()
  await page.getByRole('link', { name: 'All webhooks' }).click()
  const failing = page.getByRole('row').filter({ hasText: 'Failing' })
  await failing.getByText(/^\d+ retrying$/).waitFor()
  await page.goBack()
  await page.getByText('No delivery in this state').waitFor()
  expect(await page.getByLabel('State').inputValue()).toBe('DELIVERED')
})

it('the page of a transfer links its messages to their deliveries', async () => {
  const { page } = await openSubscriptionWithDeliveries('Linked')
  await page
    .getByRole('link', { name: /^transfer \d+$/ })
    .first()
    .click()
  await waitUntilLoaded(page)
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  const message = deliveries.getByRole('link', { name: 'outgoing payment sent' })
  expect(await message.first().getAttribute('href')).toContain('/webhooks/')
  await message.last().click()
  await page
    .getByRole('dialog', { name: 'Delivery' })
    .getByText('outgoing_payment_sent')
    .first()
    .waitFor()
})

it('a delivery that was resent shows its failed attempts too', async () => {
  const page = await open('/webhooks')
  await subscribe(page, 'Recovered')
  await page.getByRole('heading', { level: 1, name: 'Recovered' }).waitFor()
  const address = page.url()
  status = 503
  await sendTransfer(page)
  await page.goto(address)
  const row = page.getByRole('row').filter({ hasText: 'retrying' }).last()
  await row.waitFor({ timeout: 10_000 })
  await row.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  const name = String(await row.getByRole('button').textContent())
  status = 200
  await page.getByRole('button', { name: 'Resend selected (1)' }).press('Enter')
  await page.getByText('Resent 1, the oldest first').waitFor()
  const resent = page.getByRole('row').filter({ hasText: name })
  await resent.getByText('delivered').waitFor({ timeout: 10_000 })
  await resent.getByRole('button').press('Enter')
  const attempts = page.getByRole('table', { name: 'Attempts' })
  await attempts.getByRole('row').nth(2).waitFor()
  const rows = await attempts.locator('tbody tr').allInnerTexts()
  expect(rows.map((text) => text.match(/\b(200|503)\b/)?.[0])).toEqual(['200', '503'])
})

it('D130: an edited body is sent once as a test and listed, and the delivery is not changed', async () => {
  const { page, messages } = await openSubscriptionWithDeliveries('Edited')
  const sentBefore = messages().length
  const id = String(messages().at(-1)?.headers['x-delivery-id'])
  await page.getByRole('button', { name: id }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.getByText('Edit and resend').click()
  const body = dialog.getByLabel('Edited body')
  const original = await body.inputValue()
  await body.fill(original.slice(0, -1))
  await dialog.getByRole('button', { name: 'Send the edited body' }).click()
  await expect.poll(() => body.getAttribute('aria-invalid')).toBe('true')
  await dialog
    .getByText(/^The body is not JSON: .*delivery.body.invalid/)
    .first()
    .waitFor()
  expect(await violationsOf(page)).toEqual([])

  const edited = original.replace('{', '{ "edited": "by hand",')
  await body.fill(edited)
  await dialog.getByRole('button', { name: 'Send the edited body' }).click()
  await dialog.getByText('yes, with an edited body').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const test = received.find(({ path, body: sent }) => path === '/hook/Edited' && sent === edited)
  expect(test?.headers['x-test-notification']).toBe('true')
  expect(test?.headers['x-delivery-id']).not.toBe(id)
  expect(messages()).toHaveLength(sentBefore)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: String(test?.headers['x-delivery-id']) })
  await row.getByRole('cell', { name: 'delivered test' }).waitFor()
})

it('verifies the signature of a delivery, and shows the first byte of a body that differs', async () => {
  const { page, messages } = await openSubscriptionWithDeliveries('Verified')
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

it('a name with HTML is shown as text, on both pages', async () => {
  const page = await open('/webhooks')
  const name = '<img src=x onerror="document.title=1">'
  await subscribe(page, name)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('link', { name }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
})

it('an unknown subscription is shown with its code, and the way back', async () => {
  const page = await open('/webhooks')
  await page.goto(`${page.url()}/11111111-1111-4111-8111-111111111111`)
  await page.getByRole('alert').getByText('subscription.not.found').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
})

it.each(looks)('the pages are accessible and fit at $width px, $theme', async (look) => {
  const page = await open('/webhooks', look)
  const name = `A long name without spaces ${'x'.repeat(80)}`
  if ((await page.getByRole('link', { name }).count()) === 0) {
    await subscribe(page, name)
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
