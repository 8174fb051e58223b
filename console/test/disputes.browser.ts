// Disputes: from a payment to its dispute, the review until the refund, the withdrawal, and the list.

import { expect, it } from 'vitest'
import {
  expectNoSidewaysScrolling,
  goTo,
  looks,
  screenshot,
  usePages,
  violationsOf,
} from './browser.ts'
import { call } from './calls.ts'
import { disputesOf, goodsProblem, payWithCard, submitButton, submitScam } from './disputes.ts'

const open = usePages()

/** A step with one text field. The titles of the step and of the field are `html`. */
const stepWith = (html: string) => ({
  key: 'A',
  type: 'form',
  title: html,
  actions: [],
  schemas: [{ $id: 's', type: 'object', properties: { a: { title: html, type: 'string' } } }],
  layout: [{ type: 'form', schema: { $ref: 's' } }],
})

it('a payment is disputed with the keyboard, and the payment then links to the dispute', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await page.goto('/console/cards')
  await page.getByRole('link', { name: '•••• 0002' }).first().click()
  await page.getByRole('link', { name: payment.id, exact: true }).click()
  await page.getByRole('link', { name: 'Dispute this payment' }).press('Enter')
  await page.getByRole('button', { name: goodsProblem }).press('Enter')
  await page.getByRole('button', { name: /deceived/ }).press('Enter')
  const first = page.getByLabel('E-mail address')
  await first.fill('support@partner.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Concert tickets')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The shop does not exist.')
  for (const label of [/answered every question/, /added all documents/]) {
    await page.getByLabel(label).focus()
    await page.keyboard.press('Space')
  }
  await first.press('Enter')
  await page.getByRole('link', { name: 'Dispute of transaction' }).press('Enter')
  await page
    .getByRole('rowheader')
    .getByRole('link', { name: payment.id, exact: true })
    .press('Enter')
  await page.getByRole('link', { name: 'scam' }).waitFor()
  expect(await page.getByRole('link', { name: 'Dispute this payment' }).count()).toBe(0)
})

it('texts of the service and names of merchants are shown as text', async () => {
  const html = '<img src=x onerror="window.attacked=1">'
  const page = await open('/disputes')
  const payment = await payWithCard(page, html)
  await goTo(page, `/disputes/new/${payment.id}`)
  await page.route('**/flows/step/**', (route) => route.fulfill({ json: stepWith(html) }))
  await page.getByRole('button', { name: 'I did not receive a refund' }).click()
  await page.getByRole('heading', { name: html }).waitFor()
  await page.unroute('**/flows/step/**')
  await goTo(page, `/disputes/${await submitScam(page, payment)}`)
  await page.getByRole('cell', { name: html }).waitFor()
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  expect(await page.locator('img[onerror]').count()).toBe(0)
})

it('the buttons of the review lead to a partial refund, with its journal', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await goTo(page, `/disputes/${await submitScam(page, payment)}`)
  for (const name of ['Begin the review', 'Accept'])
    await page.getByRole('button', { name, exact: true }).click()
  const amount = page.getByLabel('Amount to refund (GBP)')
  await amount.fill('25.51')
  await amount.press('Enter')
  await page.getByRole('alert').getByText('Trace id').waitFor()
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  await amount.fill('20.10')
  await amount.press('Enter')
  await page.getByText('None: this state is final.').waitFor()
  await expect
    .poll(() => page.locator('.timeline-title').allInnerTexts())
    .toEqual(['submitted', 'in review', 'accepted', 'refunded'])
  await page.getByRole('img', { name: /Now: refunded\. Before: submitted, in review/ }).waitFor()
  const history = page.getByRole('region', { name: 'What happened' })
  const causes = history.getByRole('link', { name: 'simulateDispute' })
  await expect.poll(() => causes.count()).toBe(3)
  await history.getByText('card-refunded').waitFor()
  expect(await history.getByText('card-captured').count()).toBe(0)
  // The refused refund, and the three decisions.
  const requests = page.getByRole('region', { name: 'Requests' })
  const decisions = requests.getByRole('row', { name: 'simulateDispute' })
  await expect.poll(() => decisions.count()).toBe(4)
  const money = page.getByRole('region', { name: 'Payment and refunds' })
  await money.getByRole('row', { name: 'refund' }).getByText('20.10').waitFor()
  await money.getByText('card-refunded').waitFor()
})

it('a dispute is withdrawn after a confirmation, and the payment can be disputed again', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await goTo(page, `/disputes/${await submitScam(page, payment)}`)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Withdraw the dispute' }).click()
  await page.getByText('None: this state is final.').waitFor()
  await page.getByRole('link', { name: 'withdrawDispute' }).first().waitFor()
  await page.getByRole('link', { name: 'By a submission of the form' }).click()
  await page.getByRole('row', { name: 'submitDispute' }).first().waitFor()
  await page.goBack()
  await page.getByRole('rowheader').getByRole('link', { name: payment.id, exact: true }).click()
  await page.getByRole('link', { name: 'Dispute this payment' }).waitFor()
})

it('a move of a dispute that another client has closed is refused with wrong_status', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  const id = await submitScam(page, payment)
  const disputeBefore = await call(page, 'GET', `${disputesOf(payment)}/${id}`)
  await page.route(`**/disputes/${id}`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ json: disputeBefore })
      : route.continue(),
  )
  await goTo(page, `/disputes/${id}`)
  await call(page, 'PUT', `${disputesOf(payment)}/${id}/status`, { status: 'CLOSED' })
  await page.getByRole('button', { name: 'Begin the review' }).click()
  await page.getByRole('alert').getByText('wrong_status').waitFor()
})

it('the list has pages of ten, newest first, and a filter', async () => {
  const page = await open('/disputes')
  const row = (n: number) => ({
    id: `00000000-0000-4000-8000-0000000000${n}`,
    transactionId: n,
    reason: 'SCAM',
    subStatus: 'SUBMITTED',
    createdAt: '2026-01-02T10:00:00.000Z',
    lastUpdatedAt: '2026-01-02T10:00:00.000Z',
  })
  const all = Array.from({ length: 13 }, (_, index) => row(10 + index))
  await page.route('**/disputes?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const found = searchParams.get('status') === 'CLOSED' ? [] : all
    const start = (Number(searchParams.get('pageNumber')) - 1) * 10
    return route.fulfill({
      json: { totalCount: found.length, disputes: found.slice(start, start + 10) },
    })
  })
  await page.reload()
  const ids = () => page.locator('tbody .table-end').allInnerTexts()
  await expect.poll(ids).toEqual(['22', '21', '20', '19', '18', '17', '16', '15', '14', '13'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(ids).toEqual(['12', '11', '10'])
  await page.getByLabel('Status').selectOption('CLOSED')
  await page.getByText('No dispute has this status').waitFor()
})

it('the pages of a payment and of a dispute that do not exist show the error codes of the service', async () => {
  const page = await open('/disputes/new/999999')
  await page.getByRole('alert').getByText('card.transaction.not-found').waitFor()
  await goTo(page, '/disputes/00000000-0000-4000-8000-000000000000')
  await page.getByRole('alert').getByText('dispute.not-found').waitFor()
})

it.each(looks)('form and dispute are accessible and fit at $width px, $theme', async (look) => {
  const page = await open('/disputes', look)
  const payment = await payWithCard(
    page,
    'A merchant with a name-without-any-space-which-goes-on-and-on',
  )
  await goTo(page, `/disputes/new/${payment.id}`)
  const check = async (name: string) => {
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `${name}-${look.width}-${look.theme}`)
  }
  await check('dispute-reasons')
  await page.getByRole('button', { name: 'I was charged the wrong amount or currency' }).click()
  await submitButton(page).click()
  await page.getByRole('alert').getByText('Trace id').waitFor()
  await check('dispute-form')
  await goTo(page, `/disputes/${await submitScam(page, payment)}`)
  await check('dispute')
})
