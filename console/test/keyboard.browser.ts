// The console without a mouse: Tab and Shift+Tab, arrows, Enter, the space bar, Control+K and typing. Each stop of Tab has
// a visible outline, and after each action the focus is in the page.

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import { usePages } from './browser.ts'
import { pinOfChallenge } from './challenges.ts'
import { sendAndRead } from './program.ts'

/** The longest test opens the pages of five tasks one after the other. */
const TIMEOUT_MS = 120_000

const open = usePages()
const PIN = '2468'
/** More than the stops of Tab on any page of this test. */
const TABS_MAX = 150

let receiverUrl: string
const deliveryIds: unknown[] = []

beforeAll(async () => {
  receiverUrl = await startServer((request, reply) => {
    if (!request.headers['x-test-notification']) deliveryIds.push(request.headers['x-delivery-id'])
    request.resume()
    reply.writeHead(200).end()
  })
})
afterAll(closeServers)

/** The tag of the focused element; `body` when no element has the focus. */
const focusedTag = (page: Page) =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? 'body')

/** Fails unless the focused element has an outline within the window. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom, width, height } = element.getBoundingClientRect()
    return {
      name: `${element.tagName} ${element.textContent?.slice(0, 40)}`,
      hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
      isInWindow: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
    }
  })
  expect(found).toEqual({ name: found.name, hasOutline: true, isInWindow: true })
}

/** Presses Tab, or Shift+Tab, until the element is focused. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; !(await isFocused()); tabs += 1) {
    expect(tabs, `presses of ${key} to ${target}`).toBeLessThan(TABS_MAX)
    await page.keyboard.press(key)
    expect(await focusedTag(page), `after ${key} on the way to ${target}`).not.toBe('body')
    await expectVisibleFocus(page)
  }
}

/**
 * Reaches an element with Tab, and presses a key once the element is enabled: a button that is pending ignores keys. Fails when
 * no element has the focus afterwards.
 */
async function activate(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target)
  await expect.poll(() => target.isEnabled(), { timeout: 10_000 }).toBe(true)
  await page.keyboard.press(key)
  await expectKeptFocus(page)
}

/** A page that removes the focused element sets the focus elsewhere a moment later. */
const expectKeptFocus = (page: Page) =>
  expect.poll(() => focusedTag(page), { timeout: 3_000 }).not.toBe('body')

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Opens a page with the search of pages, by its name. */
async function openBySearch(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Go to page' }).waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await heading(page, name).waitFor()
  await expect.poll(() => page.getByRole('dialog').count(), { timeout: 10_000 }).toBe(0)
  await expectKeptFocus(page)
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

async function subscribe(page: Page): Promise<void> {
  await openBySearch(page, 'Webhooks')
  await typeInto(page, field(page, 'Name'), 'By keyboard')
  await typeInto(page, field(page, 'URL'), `${receiverUrl}/keyboard`)
  await page.keyboard.press('Enter')
  await heading(page, 'By keyboard').waitFor()
  await expectKeptFocus(page)
}

async function setUpPin(page: Page): Promise<void> {
  await openBySearch(page, 'Challenges')
  await typeInto(page, field(page, 'New PIN'), PIN)
  await page.keyboard.press('Enter')
  await page.getByText('The PIN is set up.').waitFor()
  await expectKeptFocus(page)
}

/** Creates a transfer of 25.00 EUR to a new recipient with the forms of the page Send money. Returns its id. */
async function createTransfer(page: Page): Promise<string> {
  await openBySearch(page, 'Send money')
  await tabTo(page, field(page, 'The amount is'))
  await page.keyboard.press('ArrowDown')
  await typeInto(page, field(page, 'Amount'), '25')
  await page.keyboard.press('Enter')
  await activate(page, button(page, 'Choose the recipient'))
  await typeInto(page, field(page, 'Full name of the account holder'), 'Ida Keys')
  await typeInto(page, field(page, 'IBAN'), 'FR1420041010050500013M02606')
  await tabTo(page, field(page, 'Recipient type'), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await activate(page, button(page, 'Add recipient'))
  await typeInto(page, page.getByLabel('Transfer reference'), 'Keys')
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { name: /^Transfer \d+$/ })
  await title.waitFor()
  await expectKeptFocus(page)
  return (await title.innerText()).replace('Transfer ', '')
}

async function payAndAnswerChallenge(page: Page, id: string): Promise<void> {
  await activate(page, button(page, 'Pay from the balance'))
  await typeInto(page, pinOfChallenge(page), PIN)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/console/transfers/${id}`)
  await expectKeptFocus(page)
}

async function convertAndSend(page: Page): Promise<void> {
  await activate(page, button(page, 'Convert the money'), 'Space')
  await activate(page, button(page, 'Send to the recipient'))
  await page.locator('.page-header').getByText('outgoing payment sent').waitFor()
  await expectKeptFocus(page)
}

async function advanceClock(page: Page): Promise<void> {
  const now = async () =>
    Date.parse((await sendAndRead<{ now: string }>('GET', '/v1/simulation/clock')).now)
  const before = await now()
  await openBySearch(page, 'Time')
  await activate(page, button(page, '1 hour'), 'Space')
  const dialog = page.getByRole('dialog', { name: 'Move the clock' })
  await activate(page, dialog.getByRole('button', { name: 'Move the clock' }))
  await expect.poll(() => dialog.count(), { timeout: 10_000 }).toBe(0)
  await expectKeptFocus(page)
  expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000)
}

async function resendDelivery(page: Page): Promise<void> {
  await openBySearch(page, 'Webhooks')
  await activate(page, page.getByRole('link', { name: 'By keyboard', exact: true }))
  await heading(page, 'By keyboard').waitFor()
  await expectKeptFocus(page)
  const before = deliveryIds.length
  expect(before).toBeGreaterThan(0)
  const box = page.getByRole('checkbox', { name: /^Select delivery / }).first()
  await activate(page, box, 'Space')
  await tabTo(page, button(page, 'Resend selected (1)'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Resent 1').waitFor()
  await expectKeptFocus(page)
  await expect.poll(() => deliveryIds.length, { timeout: 10_000 }).toBe(before + 1)
  expect(deliveryIds.slice(0, before)).toContain(deliveryIds.at(-1))
}

it('the link to the content is the first stop, is visible, and the next stop is in the content', async () => {
  const page = await open('/transfers')
  await page.keyboard.press('Tab')
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  expect(await focusedId(page)).toBe('content')
  await page.keyboard.press('Tab')
  expect(await page.locator('#content :focus').count()).toBe(1)
})

it('a page that was opened from the navigation has the focus, and the next stop is in it', async () => {
  const page = await open('/')
  await tabTo(page, page.getByRole('link', { name: 'Transfers', exact: true }))
  await page.keyboard.press('Enter')
  await heading(page, 'Transfers').waitFor()
  await expect.poll(() => focusedId(page)).toBe('content')
  await page.keyboard.press('Tab')
  expect(await page.locator('#content :focus').count()).toBe(1)
})

it(
  'with the keyboard alone, a user pays a transfer and answers its challenge, converts and sends the money, advances the clock and resends a delivery',
  async () => {
    const page = await open('/')
    await page.keyboard.press('Tab')
    await subscribe(page)
    await setUpPin(page)
    const id = await createTransfer(page)
    await payAndAnswerChallenge(page, id)
    await convertAndSend(page)
    expect(await sendAndRead('GET', `/v1/transfers/${id}`)).toMatchObject({
      status: 'outgoing_payment_sent',
      targetValue: 25,
      reference: 'Keys',
    })
    await advanceClock(page)
    await resendDelivery(page)
  },
  TIMEOUT_MS,
)
