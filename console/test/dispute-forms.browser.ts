// The forms of disputes: each reason, wrong input, files, several payments, and steps that cannot be shown.

import { expect, it } from 'vitest'
import { samples } from '../../test/support/multipart.ts'
import { goTo, usePages, violationsOf } from './browser.ts'
import {
  fillAll,
  goodsProblem,
  openForm,
  payWithCard,
  submitButton,
  submitScam,
  unauthorisedPayment,
  unexpectedCharge,
} from './disputes.ts'

const open = usePages()
const file = { name: 'receipt.png', mimeType: 'image/png', buffer: samples.png }

it.each([
  ['ATM_DISPENSED_NO_FUNDS', ['The cash machine did not give me my money']],
  ['WRONG_AMOUNT', ['I was charged the wrong amount or currency']],
  ['NEVER_ARRIVED', [goodsProblem, 'I never got the goods or services that I ordered']],
  ['CANCELLED_ORDER', [goodsProblem, 'The order was cancelled']],
  ['NOT_AS_EXPECTED', [goodsProblem, 'Something is wrong with what I received']],
  ['SCAM', [goodsProblem, 'I think that the merchant deceived me']],
  ['PAID_TWICE', [unexpectedCharge, 'I paid twice for the same thing']],
  [
    'UNEXPECTEDLY_CHARGED_AGAIN',
    [unexpectedCharge, 'A merchant whom I paid in the past charged me again'],
  ],
  [
    'UNWANTED_SUBSCRIPTION',
    [unauthorisedPayment, 'I was charged for a subscription without my permission'],
  ],
  ['NO_REFUND', ['I did not receive a refund']],
  ['CARD_POSSESSION', [unauthorisedPayment, 'I do not recognise the payment, and I have my card']],
  ['CARD_NO_POSSESSION', [unauthorisedPayment, 'My card was lost or stolen']],
])('the form of %s is submitted', async (reason, titles) => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await openForm(page, payment, titles)
  await fillAll(page)
  await submitButton(page).click()
  await page.getByRole('link', { name: `Dispute of transaction ${payment.id}` }).click()
  await page.getByText(reason, { exact: true }).waitFor()
})

it('an empty form shows a message at each required field, and a notice with the trace id', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await openForm(page, payment, ['I was charged the wrong amount or currency'])
  await submitButton(page).click()
  await page.getByRole('alert').getByText('Trace id').waitFor()
  // E-mail address, two amounts, the question about the agreement, two texts and two confirmations.
  expect(await page.locator('form .field-error').allInnerTexts()).toHaveLength(8)
  expect(await page.getByLabel('What did you buy?').getAttribute('aria-invalid')).toBe('true')
  expect(await violationsOf(page)).toEqual([])
})

it.each([
  ['many', 'Send a number that is exact in GBP.'],
  ['1.005', 'Send a number that is exact in GBP.'],
  ['12345678901234567890.12', 'Send a number that is exact in GBP.'],
  ['-1', 'Send more than zero.'],
])('the amount %s is refused at its field, and other values are kept', async (value, message) => {
  const page = await open('/disputes')
  await openForm(page, await payWithCard(page), ['I was charged the wrong amount or currency'])
  await fillAll(page)
  const expected = page.getByRole('group', { name: 'How much did you expect to pay?' })
  await expected.getByLabel('Amount').fill(value)
  await submitButton(page).click()
  await expected.getByText(message).waitFor()
  expect(await page.locator('form .field-error').count()).toBe(1)
  expect(await page.getByLabel('What did you buy?').inputValue()).toBe('Some text')
})

it('a file of another kind is refused with file.type.not-supported, and a picture is sent with the form', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await openForm(page, payment, [goodsProblem, 'I think that the merchant deceived me'])
  await fillAll(page)
  const receipt = page.getByLabel(/^Receipt/)
  await receipt.setInputFiles({ ...file, name: 'a.png', buffer: Buffer.from('text') })
  await page.getByRole('alert').getByText('file.type.not-supported').waitFor()
  await receipt.setInputFiles(file)
  await page.getByText('The file was sent.').waitFor()
  const sent = page.waitForRequest((request) => request.url().endsWith('/SCAM'))
  await submitButton(page).click()
  const body = (await sent).postDataJSON() as { files: { receipt?: string } }
  expect(body.files.receipt).toMatch(/^[0-9a-f]{12}$/)
  await page.getByRole('heading', { name: 'The dispute was submitted' }).waitFor()
})

it('a file of more than 10 MiB is refused with file.too-large', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await openForm(page, payment, [goodsProblem, 'I think that the merchant deceived me'])
  const buffer = Buffer.concat([samples.png, Buffer.alloc(11 * 2 ** 20)])
  await page.getByLabel(/^Receipt/).setInputFiles({ ...file, buffer })
  await page.getByRole('alert').getByText('file.too-large').waitFor()
})

it('two payments are disputed together, and reasons that allow only one payment are then disabled', async () => {
  const page = await open('/disputes')
  const other = await payWithCard(page)
  const payment = await payWithCard(page)
  await goTo(page, `/disputes/new/${payment.id}`)
  await page.getByLabel(`(transaction ${other.id})`).check()
  expect(await page.getByRole('button', { name: goodsProblem }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: unauthorisedPayment }).click()
  expect(await page.getByRole('button', { name: /subscription/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'My card was lost or stolen' }).click()
  await submitButton(page).waitFor()
  await fillAll(page)
  await submitButton(page).click()
  for (const { id } of [payment, other])
    await page.getByRole('link', { name: `Dispute of transaction ${id}` }).waitFor()
})

it('a payment that is disputed already is refused with dispute.exists', async () => {
  const page = await open('/disputes')
  const payment = await payWithCard(page)
  await openForm(page, payment, [goodsProblem, 'I think that the merchant deceived me'])
  await fillAll(page)
  await submitScam(page, payment)
  await submitButton(page).click()
  await page.getByRole('alert').getByText('dispute.exists').waitFor()
})

it('the button Back leads to the step before, and then to the reasons', async () => {
  const page = await open('/disputes')
  await openForm(page, await payWithCard(page), [goodsProblem, 'The order was cancelled'])
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { level: 2, name: goodsProblem }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { level: 2, name: 'Why is the payment disputed?' }).waitFor()
})

it('the button Back is disabled while a step is sent', async () => {
  const page = await open('/disputes')
  await openForm(page, await payWithCard(page), [goodsProblem])
  const reply = Promise.withResolvers<void>()
  await page.route('**/flows/step/**', async (route) => {
    await reply.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'The order was cancelled' }).click()
  const back = page.getByRole('button', { name: 'Back' })
  await expect.poll(() => back.isDisabled()).toBe(true)
  reply.resolve()
  await submitButton(page).waitFor()
  await expect.poll(() => back.isEnabled()).toBe(true)
})

const field = { title: 'T', type: 'string' }
const step = {
  key: 'A',
  type: 'form',
  title: 'A',
  actions: [{ $id: 'submit', title: 'Submit', url: '/x', method: 'POST' }],
  schemas: [{ $id: 's', type: 'object', properties: { a: field } }],
  layout: [
    { type: 'form', schema: { $ref: 's' } },
    { type: 'button', action: { $ref: 'submit' } },
  ],
}
const schema = (a: object) => ({ schemas: [{ $id: 's', type: 'object', properties: { a } }] })
const action = (change: object) => ({ actions: [{ ...step.actions[0], ...change }] })

it('a message about a group without a title is shown next to its fields', async () => {
  const page = await open('/disputes')
  await goTo(page, `/disputes/new/${(await payWithCard(page)).id}`)
  const group = schema({ type: 'object', properties: { b: field } })
  await page.route('**/flows/step/**', (route) => route.fulfill({ json: { ...step, ...group } }))
  const validation = { a: 'Send an object.' }
  await page.route('**/x', (route) => route.fulfill({ status: 422, json: { validation } }))
  await page.getByRole('button', { name: 'I did not receive a refund' }).click()
  await submitButton(page).click()
  await page.locator('form .field-error').getByText('Send an object.').waitFor()
})

it.each<[string, object]>([
  ['the component table is unknown', { layout: [{ type: 'table' }] }],
  ['a has the unknown key help', schema({ ...field, help: {} })],
  ['a has the unknown type blob', schema({ ...field, type: 'blob' })],
  ['a has no title', schema({ type: 'string' })],
  ['leads to another host', action({ url: 'https://example.com/x' })],
  ['leads to another host', action({ url: '/\\example.com/x' })],
  ['unknown method DELETE', action({ method: 'DELETE' })],
  ['no schema has the $id s', { schemas: [] }],
  ['the unknown type table', { type: 'table' }],
])('a step that cannot be shown is an error with the text “%s”', async (message, change) => {
  const page = await open('/disputes')
  await goTo(page, `/disputes/new/${(await payWithCard(page)).id}`)
  await page.route('**/flows/step/**', (route) => route.fulfill({ json: { ...step, ...change } }))
  await page.getByRole('button', { name: 'I did not receive a refund' }).click()
  await page.getByRole('alert').getByText(message).waitFor()
  expect(await submitButton(page).count()).toBe(0)
})
