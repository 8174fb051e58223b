// Disputed payments, and the forms of disputes, for tests.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { goTo } from './browser.ts'
import { call, profileIdOf } from './calls.ts'

export type Payment = { readonly id: string; readonly profileId: number }

/** Pays 25.50 GBP with the seeded card, and collects the money as the merchant. Returns the payment. */
export async function payWithCard(page: Page, merchant = 'Corner shop'): Promise<Payment> {
  const profileId = await profileIdOf(page)
  const { cards } = await call<{ cards: { cardToken: string; lastFourDigits: string }[] }>(
    page,
    'GET',
    `/v3/spend/profiles/${profileId}/cards`,
  )
  const seeded = cards.find(({ lastFourDigits }) => lastFourDigits === '0002')
  const transactionsPath = `spend/profiles/${profileId}/cards/${seeded?.cardToken}/transactions`
  const amount = { value: 25.5, currency: 'GBP' }
  const cardData = { pan: '9999100000000002', pin: '1234', cvv1: '123', icvv: '456', cvv2: '789' }
  const { reference } = await call<{ reference: object }>(
    page,
    'POST',
    `/v1/simulation/${transactionsPath}/authorisation`,
    {
      pos: 'E_COMMERCE',
      transactionType: 'GOODS_AND_SERVICES',
      amount,
      acquirer: { name: merchant },
      cardData,
    },
  )
  await call(page, 'POST', `/v1/simulation/${transactionsPath}/clearing`, {
    amount,
    ref: reference,
  })
  const { transactions } = await call<{ transactions: Payment[] }>(
    page,
    'GET',
    `/v3/${transactionsPath}`,
  )
  const id = transactions[0]?.id ?? expect.fail('the card has no transaction')
  return { id, profileId }
}

export const disputesOf = ({ profileId }: Payment) => `/v3/spend/profiles/${profileId}/disputes`

/** Opens the form of a reason by the titles of its options. */
export async function openForm(
  page: Page,
  payment: Payment,
  titles: readonly string[],
): Promise<void> {
  await goTo(page, `/disputes/new/${payment.id}`)
  for (const title of titles) {
    await page.getByRole('button', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
  }
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit' })

/** Answers every question of the form. */
export async function fillAll(page: Page): Promise<void> {
  const form = page.locator('form')
  const fillEach = async (selector: string, fill: (input: Locator) => Promise<unknown>) => {
    for (const input of await form.locator(selector).all()) await fill(input)
  }
  await fillEach('input[type=text], textarea', (input) => input.fill('Some text'))
  await fillEach('input[inputmode=decimal]', (input) => input.fill('10.5'))
  await fillEach('input[type=date]', (input) => input.fill('2026-01-02'))
  await fillEach('select', (input) => input.selectOption({ index: 1 }))
  await fillEach('fieldset.field-radios label:last-child input', (input) => input.check())
  await fillEach('input[type=checkbox]', (input) => input.check())
  await page.getByLabel('E-mail address').fill('support@partner.example')
  const received = page.getByRole('group', { name: 'How much did the machine give you?' })
  if (await received.count()) await received.getByLabel('Amount').fill('0')
}

/** Submits the form of the reason SCAM. Returns the id of the dispute. */
export async function submitScam(page: Page, payment: Payment): Promise<string> {
  await call(
    page,
    'POST',
    `/v3/spend/profiles/${payment.profileId}/dispute-form/flows/CARD_NETWORK_A/SCAM`,
    {
      transaction: { transactionId: payment.id, email: 'support@partner.example' },
      form: { goods: 'Concert tickets', details: 'The shop does not exist.' },
      disclaimer: { allAnswered: true, filesUploaded: true },
    },
  )
  const query = `?transactionId=${payment.id}&status=ACTIVE`
  const { disputes } = await call<{ disputes: { id: string }[] }>(
    page,
    'GET',
    `${disputesOf(payment)}${query}`,
  )
  return disputes[0]?.id ?? expect.fail('the payment has no active dispute')
}

/** Titles of options that open further options. */
export const goodsProblem = 'There is a problem with goods or services that I ordered'
export const unexpectedCharge = 'A merchant charged me when I did not expect it'
export const unauthorisedPayment = 'I did not make or authorise this payment'
