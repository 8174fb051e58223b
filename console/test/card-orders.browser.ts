// Physical cards: order one, choose its PIN, let it be produced, delivered or returned, and show its PIN.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SEED } from '../../src/app/seed.ts'
import {
  expectNoSidewaysScrolling,
  goTo,
  type Look,
  looks,
  panel,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { call, profileIdOf } from './calls.ts'
import { enterPin } from './challenges.ts'
import { withPin } from './program.ts'
import { serviceUrl } from './service.ts'

const open = usePages()
const CARD_PIN = '4826'
const USER_PIN = '1234'

type Id = { readonly id: number }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Creates a business that nobody has verified, so that its card orders wait, and opens its page Cards. */
async function openCardsOfUnverifiedBusiness(): Promise<Page> {
  const page = await open('/cards')
  const { id } = await call<Id>(page, 'POST', '/v2/profiles/business-profile', {
    businessName: 'Waiting Ltd',
    registrationNumber: '87654321',
    companyType: 'LIMITED',
    companyRole: 'OWNER',
    webpage: 'https://example.com',
    firstLevelCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
    secondLevelCategory: 'DESIGN',
    address: {
      addressFirstLine: '7 Mill Lane',
      city: 'Leeds',
      countryIso2Code: 'GB',
      postCode: 'LS1 4AP',
    },
  })
  await page.evaluate((chosen) => localStorage.setItem('godwit-profile', String(chosen)), id)
  await goTo(page, '/cards')
  return page
}

/** Creates an order of the seeded person, who is verified, and waits for its card. */
async function createOrder(page: Page): Promise<{ id: number; path: string }> {
  const orders = `/v3/spend/profiles/${await profileIdOf(page)}/card-orders`
  const { cardPrograms } = await call<{ cardPrograms: { name: string; cardType: string }[] }>(
    page,
    'GET',
    `${orders}/availability`,
  )
  const physical = cardPrograms.find(({ cardType }) => cardType === 'PHYSICAL')
  const { id } = await call<Id>(page, 'POST', orders, {
    program: physical?.name,
    cardHolderName: 'Paula Plastic',
    embossedName: 'PAULA PLASTIC',
    phoneNumber: '+447700900123',
    address: { firstLine: '1 High Street', city: 'London', postCode: 'SW1A 1AA', country: 'GB' },
  })
  const path = `${orders}/${id}`
  const status = async () => (await call<{ status: string }>(page, 'GET', path)).status
  await expect.poll(status).toBe('CARD_DETAILS_CREATED')
  return { id, path }
}

async function openOrder(look?: Look): Promise<{ page: Page; path: string }> {
  const page = await open('/cards', look)
  const { id, path } = await createOrder(page)
  await goTo(page, `/cards/orders/${id}`)
  return { page, path }
}

it('refused values of an order are shown at their fields, and those of the address before the order is sent', async () => {
  const page = await openCardsOfUnverifiedBusiness()
  await button(page, 'Order a physical card').click()
  const dialog = page.getByRole('dialog', { name: 'Order a physical card' })
  const postCode = dialog.getByLabel('Post code')
  expect(await dialog.getByLabel('Street and number').inputValue()).toBe('7 Mill Lane')
  await postCode.fill('nowhere')
  await dialog.getByLabel('Delivery').focus()
  await dialog.getByText('Please enter a valid postcode').waitFor()
  expect(await postCode.getAttribute('aria-invalid')).toBe('true')
  await postCode.fill('LS1 4AP')
  await dialog.getByLabel('Delivery').focus()
  await expect.poll(() => postCode.getAttribute('aria-invalid')).toBe(null)
  const embossed = dialog.getByLabel('Name on the card')
  await embossed.fill('a name that is longer than a card is wide')
  await dialog.getByLabel('Lifetime limit').fill('1.5')
  await button(page, 'Order the card').click()
  await dialog.getByRole('alert').getByText('Trace id').waitFor()
  expect(await embossed.getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByLabel('Lifetime limit').getAttribute('aria-invalid')).toBe('true')
  expect(await violationsOf(page)).toEqual([])
})

/** Orders a physical card for a business that nobody has verified. Returns the page of the order. */
async function openWaitingOrder(): Promise<Page> {
  const page = await openCardsOfUnverifiedBusiness()
  await button(page, 'Order a physical card').click()
  await page.getByLabel('Delivery').selectOption('POSTAL_SERVICE_WITH_TRACKING')
  await button(page, 'Order the card').click()
  await page.getByRole('heading', { level: 1, name: /^Card order/ }).waitFor()
  await panel(page, 'Details').getByText('7 Mill Lane, Leeds, LS1 4AP, GB').waitFor()
  return page
}

const pinField = (page: Page) => page.getByLabel('PIN, four digits')

async function choosePin(page: Page, pin: string): Promise<void> {
  await pinField(page).fill(pin)
  await button(page, 'Choose the PIN').click()
}

/** Verifies the business of a waiting order, so that the card is issued, and lets the production fail once before it succeeds. */
async function produceCard(page: Page): Promise<void> {
  await call(page, 'POST', '/v1/simulation/verify-profile')
  await button(page, 'Let the production fail').click({ timeout: 20_000 })
  await button(page, 'Produce the card').click()
  await button(page, 'Return the card: the delivery failed').waitFor()
}

it('the PIN of a physical card is chosen once the user has entered their own PIN, and too few digits are refused at the field', async () => {
  const page = await openWaitingOrder()
  const field = pinField(page)
  await withPin(USER_PIN, async () => {
    await choosePin(page, '12')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await choosePin(page, CARD_PIN)
    await enterPin(page, USER_PIN)
    await page.getByText('The PIN is chosen.').waitFor()
    expect(await field.inputValue()).toBe('')
    await choosePin(page, '12')
    await expect.poll(() => page.getByText('The PIN is chosen.').count()).toBe(0)
  })
})

it('a physical card is produced after a failure and activated once the user has entered a PIN, and the history names the requests', async () => {
  const page = await openWaitingOrder()
  await withPin(USER_PIN, async () => {
    await produceCard(page)
    await button(page, 'Activate the card').click()
    await enterPin(page, USER_PIN)
    await page.getByText('None: this state is final.').waitFor()
  })
  const states = page.locator('.timeline-title')
  const expectedStates = [
    'placed',
    'requirements fulfilled',
    'card details created',
    'produced',
    'completed',
  ]
  await expect.poll(() => states.allInnerTexts(), { timeout: 20_000 }).toEqual(expectedStates)
  const happened = panel(page, 'What happened')
  for (const cause of ['createCardOrder', 'simulateCardOrder', 'setCardStatus'])
    await happened.getByRole('link', { name: cause }).waitFor()
  await panel(page, 'Requests').getByRole('row', { name: 'createCardOrder' }).waitFor()
})

it('the chosen PIN of an active card is shown for 30 seconds once the user has entered their own PIN, and is not stored in the browser', async () => {
  const page = await openWaitingOrder()
  await choosePin(page, CARD_PIN)
  await page.getByText('The PIN is chosen.').waitFor()
  await produceCard(page)
  await button(page, 'Activate the card').click()
  await page.getByText('None: this state is final.').waitFor()
  await page.getByRole('link', { name: 'Open the card' }).click()
  const shown = page.getByText(CARD_PIN, { exact: true })
  await withPin(USER_PIN, async () => {
    await button(page, 'Show the PIN of the card').click()
    await enterPin(page, '9999')
    await page.getByText('pin.invalid').first().waitFor()
    expect(await shown.count()).toBe(0)
    await page.clock.install()
    await enterPin(page, USER_PIN)
    await shown.waitFor()
    expect(await violationsOf(page)).toEqual([])
    const stored = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, location, history.state]),
    )
    // Ids and the port may contain the four digits by chance.
    expect(stored).not.toMatch(new RegExp(`\\b${CARD_PIN}\\b`))
    await page.clock.fastForward(20_000)
    expect(await shown.count()).toBe(1)
    await page.clock.fastForward(11_000)
    await expect.poll(() => shown.count()).toBe(0)
  })
})

it('an order is cancelled after a confirmation, and its card is blocked', async () => {
  const { page } = await openOrder()
  await button(page, 'Cancel the order').click()
  await button(page, 'Cancel').click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await button(page, 'Produce the card').waitFor()
  await button(page, 'Cancel the order').click()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText('None: this state is final.').waitFor()
  await page.getByRole('img', { name: /Now: cancelled\. Before: requirements fulfilled/ }).waitFor()
  await page.getByRole('link', { name: 'Open the card' }).click()
  await page.getByText('blocked', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Order another card' }).waitFor()
  await panel(page, 'PIN').getByText('Shown only while the card is active or frozen.').waitFor()
})

it('the PIN of a returned card is not offered, because the card is blocked', async () => {
  const { page } = await openOrder()
  await button(page, 'Produce the card').click()
  await button(page, 'Return the card: the delivery failed').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Return the card: the delivery failed' }).click()
  const pin = panel(page, 'PIN of the card')
  await pin.getByText('The delivery failed, so the card is blocked.').waitFor()
  expect(await pinField(page).count()).toBe(0)
})

it('a move that another client has made impossible is refused with card-order.status.conflict', async () => {
  const { page, path } = await openOrder()
  const orderBefore = await call(page, 'GET', path)
  await page.route(`**${path}`, (route) => route.fulfill({ json: orderBefore }))
  await call(page, 'PUT', `${path}/status`, { status: 'CANCELLED' })
  await button(page, 'Produce the card').click()
  const refusal = panel(page, 'Next moves').getByRole('alert')
  await refusal.getByText('card-order.status.conflict').waitFor()
})

/** Subscribes the seeded application, which may act for the seeded user, to the events of card orders. */
async function subscribeApplication(page: Page): Promise<void> {
  const { clientKey, secret } = SEED.applications[0]
  const { url: inbox } = await call<{ url: string }>(page, 'POST', '/v1/sandbox/inboxes', {})
  const basic = Buffer.from(`${clientKey}:${secret}`).toString('base64')
  const reply = await fetch(`${serviceUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await reply.json()) as { access_token: string }
  const subscribed = await fetch(`${serviceUrl}/v3/applications/${clientKey}/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Card orders',
      trigger_on: 'cards#card-order-status-change',
      delivery: { version: '2.0.0', url: inbox },
    }),
  })
  expect(subscribed.status).toBe(200)
}

it('a message to an application about an order is shown once it is sent, without a reload', async () => {
  const { page } = await openOrder()
  const webhooks = panel(page, 'Webhooks')
  await webhooks.getByText('No message to a webhook').waitFor()
  await subscribeApplication(page)
  await button(page, 'Produce the card').click()
  const row = webhooks.getByRole('row', { name: 'cards#card-order-status-change' })
  await row.getByText('DELIVERED').waitFor()
  expect(await row.count()).toBe(1)
})

it('the page of an order that does not exist shows the error code card-order.not-found', async () => {
  const page = await open('/cards/orders/999999')
  await page.getByRole('alert').getByText('card-order.not-found').waitFor()
})

it.each(looks)('a card order is accessible and fits at $width px, $theme', async (look) => {
  const { page } = await openOrder(look)
  await button(page, 'Produce the card').click()
  await button(page, 'Activate the card').waitFor()
  await page.reload()
  await waitUntilLoaded(page)
  expect(await violationsOf(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await screenshot(page, `card-order-${look.width}-${look.theme}`)
  await goTo(page, '/cards')
  await button(page, 'Order a physical card').click()
  await page.getByLabel('Delivery').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await screenshot(page, `card-order-form-${look.width}-${look.theme}`)
})
