// Inboxes: subscriptions to them, the requests that they receive, and their replies.

import { afterAll, expect, it } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import {
  expectNoSidewaysScrolling,
  goTo,
  looks,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { serviceUrl } from './service.ts'

const open = usePages()
afterAll(closeServers)

/** Creates an inbox. Returns its page and its URL. */
async function openInbox(look?: (typeof looks)[number]) {
  const page = await open('/webhooks', look)
  await page.getByRole('button', { name: 'Create an inbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  const url = await page.getByText(`${serviceUrl}/console/inbox/`).first().innerText()
  return { page, url }
}

it('the button Create with a new inbox subscribes an inbox, which receives a message with a valid signature', async () => {
  const page = await open('/webhooks')
  await page.getByRole('button', { name: 'Create with a new inbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.getByRole('link', { name: '/console/inbox/' }).click()
  await page.getByRole('cell', { name: 'valid', exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Open request 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request 1' })
  await dialog.getByText('"event_type"').waitFor()
  expect(await dialog.innerText()).toContain('x-delivery-id')
})

it('the page of a subscription links to the inbox at its URL, and not for the same path at another host', async () => {
  const { page, url } = await openInbox()
  const otherUrl = `${await startServer((_, reply) => reply.end())}${new URL(url).pathname}`
  const openSubscription = async (name: string, to: string) => {
    await goTo(page, '/webhooks')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('URL', { exact: true }).fill(to)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await waitUntilLoaded(page)
  }
  await openSubscription('To the inbox', url)
  await page.getByRole('link', { name: url }).waitFor()
  await openSubscription('To another host', otherUrl)
  await page.getByText(otherUrl, { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: otherUrl }).count()).toBe(0)
})

it('a request of any HTTP client is shown without a reload, its body as text and its signature as missing', async () => {
  const { page, url } = await openInbox()
  const body = '<img src=x onerror="document.title=1">'
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
  await page.getByRole('cell', { name: 'missing' }).waitFor()
  await page.getByRole('button', { name: 'Open request 1' }).click()
  await page.getByRole('dialog').getByText(body).waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
})

it('the reply can be changed, and a wrong status is refused at its field', async () => {
  const { page, url } = await openInbox()
  const status = page.getByLabel('Status of the reply')
  for (const wrong of ['abc', '99']) {
    await status.fill(wrong)
    await page.getByRole('button', { name: 'Change the reply' }).click()
    await page.getByRole('alert').waitFor()
    expect(await status.getAttribute('aria-invalid')).toBe('true')
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
    await page.reload()
    await waitUntilLoaded(page)
  }
  await status.fill('503')
  await page.getByRole('button', { name: 'Change the reply' }).click()
  await page.getByText('Saved: the inbox replies 503.').waitFor()
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(503)
})

it('a refused deletion of an inbox shows the error until the dialog is closed, and the inbox still receives', async () => {
  const { page, url } = await openInbox()
  await page.route(/\/inboxes\/[^/]+$/, (route) => route.fulfill({ status: 422, json: {} }))
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete the inbox' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

it('an inbox is deleted after a confirmation: it receives nothing, and its page explains that it is gone', async () => {
  const { page, url } = await openInbox()
  const address = page.url()
  await page.getByRole('button', { name: 'Delete…' }).click()
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
  await page.getByRole('button', { name: 'Delete the inbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404)
  await page.goto(address)
  await page.getByText('You have no inbox with this id').waitFor()
})

it.each(looks)('an inbox is accessible and fits at $width px, $theme', async (look) => {
  const { page, url } = await openInbox(look)
  await fetch(url, { method: 'POST', body: '{"data":"a"}' })
  await page.getByRole('cell', { name: 'missing' }).waitFor()
  await waitUntilLoaded(page)
  expect(await violationsOf(page)).toEqual([])
  await screenshot(page, `inbox-${look.width}-${look.theme}`)
  await expectNoSidewaysScrolling(page)
})
