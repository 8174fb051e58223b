// Webhooks: the log of deliveries, and resending.

import { expect, it } from 'vitest'
import { screenshot, usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import {
  type Received,
  receiveDeliveries,
  sendTransfer,
  subscribe,
  useReceiver,
} from './webhook-receiver.ts'

const open = usePages()
const receiver = useReceiver()

it('a range is resent: the receiver gets the same bytes with the same ids again', async () => {
  const page = await open('/webhooks')
  const messages = await receiveDeliveries(page, 'Resent', receiver)
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
  const idsAndBodies = (requests: readonly Received[]) =>
    requests.map(({ headers, body }) => `${headers['x-delivery-id']} ${body}`).toSorted()
  expect(idsAndBodies(messages().slice(first.length))).toEqual(idsAndBodies(first))
})

it('after a request to resend fails, no later delivery is resent, and the failed delivery and the error are shown', async () => {
  const page = await open('/webhooks')
  const messages = await receiveDeliveries(page, 'Interrupted', receiver)
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

it('a delivery that is retried shows the status of the reply and when it is sent next, and Back returns to the chosen state', async () => {
  const page = await open('/webhooks')
  await subscribe(page, 'Failing', receiver.url)
  await page.getByRole('heading', { level: 1, name: 'Failing' }).waitFor()
  const address = page.url()
  receiver.status = 503
  await sendTransfer(page)
  await page.goto(address)
  await waitUntilLoaded(page)
  const row = page.getByRole('row').filter({ hasText: 'retrying' }).first()
  await row.waitFor({ timeout: 10_000 })
  expect(await row.innerText()).toContain('503')
  // The columns: about, state, reply, attempts, created, delivered.
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
  const page = await open('/webhooks')
  await receiveDeliveries(page, 'Linked', receiver)
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
  await subscribe(page, 'Recovered', receiver.url)
  await page.getByRole('heading', { level: 1, name: 'Recovered' }).waitFor()
  const address = page.url()
  receiver.status = 503
  await sendTransfer(page)
  await page.goto(address)
  const row = page.getByRole('row').filter({ hasText: 'retrying' }).last()
  await row.waitFor({ timeout: 10_000 })
  await row.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  const name = String(await row.getByRole('button').textContent())
  receiver.status = 200
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

it.each([1280, 800, 390])(
  'the attempts of a delivery fit into the dialog in a window of %d px',
  async (width) => {
    const page = await open('/webhooks')
    await receiveDeliveries(page, `Window${width}`, receiver)
    await page.route('**/attempts*', (route) =>
      route.fulfill({
        json: [
          {
            at: '2026-10-29T18:00:00Z',
            attempt: 11,
            state: 'RETRYING',
            status: null,
            error: 'connection refused',
            latencyMs: 12_345,
            nextAttemptAt: null,
          },
        ],
      }),
    )
    await page.setViewportSize({ width, height: 900 })
    await page
      .getByRole('button', { name: /^Open delivery / })
      .first()
      .press('Enter')
    const table = page.getByRole('dialog').locator('.table-scroll')
    await table.getByText('connection refused').waitFor()
    const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden).toBe(0)
    await screenshot(page, `webhooks-attempts-${width}`)
  },
)

it('D130: an edited body is sent as a test with another id and listed, and the delivery itself is not sent again', async () => {
  const page = await open('/webhooks')
  const messages = await receiveDeliveries(page, 'Edited', receiver)
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
  const testMessage = receiver.received.find(
    ({ path, body: sent }) => path === '/hook/Edited' && sent === edited,
  )
  expect(testMessage?.headers['x-test-notification']).toBe('true')
  expect(testMessage?.headers['x-delivery-id']).not.toBe(id)
  expect(messages()).toHaveLength(sentBefore)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: String(testMessage?.headers['x-delivery-id']) })
  await row.getByRole('cell', { name: 'delivered test' }).waitFor()
})
