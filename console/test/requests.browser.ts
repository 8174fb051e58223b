// The log of requests: searching it, one request, and sending it again.

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoSidewaysScrolling, looks, screenshot, usePages, violationsOf } from './browser.ts'
import { readProfileId, send } from './program.ts'
import { serviceUrl } from './service.ts'

const open = usePages()
const wrongQuote = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: -5 }

/** Requests a quote with an amount below zero. Returns the path and the trace id of the request. */
async function sendWrongQuote() {
  const path = `/v3/profiles/${await readProfileId()}/quotes`
  const reply = await send('POST', path, wrongQuote)
  const trace = reply.headers.get('x-trace-id') ?? expect.fail('the reply has no trace id')
  return { path, trace }
}

/** Opens the listed request. */
async function openRequest(page: Page, path: string): Promise<void> {
  await page.getByRole('link', { name: `POST ${path}` }).click()
  await page.getByRole('heading', { level: 1, name: `POST ${path}` }).waitFor()
}

it('the page of a refused request shows the reason next to the refused field, and sends the corrected request', async () => {
  const { path, trace } = await sendWrongQuote()
  const page = await open('/requests')
  await page.getByLabel('Search').fill(`trace:${trace}`)
  await page.keyboard.press('Enter')
  await openRequest(page, path)
  const row = page.getByRole('row').filter({ hasText: 'sourceAmount' })
  await row.getByText('error.greaterThanZero').waitFor()
  await row.getByText('Please type in a number that is larger than 0.').waitFor()
  await page.getByText('The log keeps the error codes of a refused request').waitFor()

  await page
    .getByRole('textbox', { name: 'Body' })
    .fill(JSON.stringify({ ...wrongQuote, sourceAmount: 5 }))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('pre').filter({ hasText: '"sourceAmount": 5' }).waitFor()
})

it('the page of a request shows why the request is refused again, and what is wrong with a body that is not JSON', async () => {
  const { path, trace } = await sendWrongQuote()
  const page = await open(`/requests?query=trace:${trace}`)
  await openRequest(page, path)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByText('sourceAmount').first().waitFor()
  await page.getByRole('textbox', { name: 'Body' }).fill('{')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByText('The body is not JSON').waitFor()
})

it('new requests appear without a reload, and the filter Errors lists only refused requests', async () => {
  const page = await open('/requests')
  const missing = `/v1/transfers/${Date.now()}`
  await send('GET', missing)
  await page.getByRole('link', { name: `GET ${missing}` }).waitFor()
  await page.getByRole('button', { name: 'Errors' }).click()
  await page.getByRole('link', { name: `GET ${missing}` }).waitFor()
  const statuses = () => page.locator('tbody .status').allInnerTexts()
  await expect.poll(async () => (await statuses()).filter((each) => Number(each) < 400)).toEqual([])
  expect(await page.getByLabel('Search').inputValue()).toBe('hide:reads is:error')
  expect(new URL(page.url()).searchParams.get('query')).toBe('hide:reads is:error')
})

it('the log lists successful requests of operations that only read while Hide reads is off, and only then', async () => {
  const page = await open('/requests')
  const path = '/v2/profiles'
  await send('GET', path)
  const quote = await sendWrongQuote()
  await page
    .getByRole('link', { name: `POST ${quote.path}` })
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: `GET ${path}` }).count()).toBe(0)
  await page.getByRole('button', { name: 'Hide reads' }).click()
  await page
    .getByRole('link', { name: `GET ${path}` })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Hide reads' }).click()
  await expect.poll(() => page.getByRole('link', { name: `GET ${path}` }).count()).toBe(0)
})

it('the notice of a refused request leads to the request in the log', async () => {
  const { path, trace } = await sendWrongQuote()
  const page = await open(`/requests?query=trace:${trace}`)
  await openRequest(page, path)
  await page.getByRole('button', { name: 'Send' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Show the request in a new tab' }).click()
  const log = await opened
  await log.getByRole('link', { name: `POST ${path}` }).waitFor()
})

it('a filter keeps the words that are typed and not yet searched for', async () => {
  const page = await open('/requests')
  await page.getByLabel('Search').fill('profile:1')
  await page.getByRole('button', { name: 'Errors' }).click()
  const query = () => new URL(page.url()).searchParams.get('query')
  await expect.poll(query).toBe('profile:1 is:error')
  await page.getByLabel('Search').fill('profile:1 is:error POST')
  await page.getByRole('button', { name: 'Errors' }).click()
  await expect.poll(query).toBe('profile:1 POST')
})

it('the log shows what to do when nothing matches, and an error for an unknown word of the search', async () => {
  const page = await open(`/requests?query=trace:${randomUUID()}`)
  await page.getByText('No request matches all words').waitFor()
  await page.getByLabel('Search').fill('colour:red')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('requests.query.invalid').waitFor()
})

it('the log lists a request with a mistyped path, and the page of the request leads to the operations', async () => {
  const page = await open('/requests')
  await send('POST', '/v1/transferz', {})
  await page.getByRole('link', { name: 'POST /v1/{unknown}' }).first().click()
  await page.getByText('There is no operation at this path.').waitFor()
  expect(await page.getByRole('link', { name: 'operations' }).getAttribute('href')).toBe('/docs')
  expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0)
})

it('the log without a match states that the reason for refusing an unknown token is in the 401 reply', async () => {
  const page = await open(`/requests?query=trace:${randomUUID()}`)
  await page.getByText('the reply, which has the status 401').waitFor()
  await page.getByText('belongs to no user and is never listed').waitFor()
})

it('the page of a refused request states why the body is absent and which field is missing, and fills in an example', async () => {
  const reply = await send('POST', '/v1/accounts', {
    profile: 1,
    currency: 'EUR',
    type: 'iban',
    accountHolderName: 'Nora Sample',
    details: { IBAN: 'FR142' },
  })
  const page = await open(`/requests?query=trace:${reply.headers.get('x-trace-id')}`)
  await openRequest(page, '/v1/accounts')
  await page.getByText('the operation has a secret field').waitFor()
  await page.getByRole('row').filter({ hasText: 'IBAN' }).getByText('sent, and refused').waitFor()
  const missing = page.getByRole('row').filter({ hasText: 'legalType' })
  await missing.getByText('missing', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await page.getByText('Enter the body above, because the log does not have it.').waitFor()
  await page.getByRole('button', { name: 'Fill in the example of createRecipient' }).click()
  const body = page.getByRole('textbox', { name: 'Body' })
  await expect.poll(() => body.inputValue()).toContain('"accountHolderName"')
  await page.locator('pre').filter({ hasText: `-d '{` }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('pre').filter({ hasText: '"ownedByCustomer"' }).waitFor()
})

it('the log shows every column when a path is long', async () => {
  await send('GET', '/v1/sandbox/profiles/1/ledger-postings?reference=transfer:1')
  const page = await open('/requests?query=')
  await page.getByRole('link', { name: 'ledger-postings' }).first().waitFor()
  const table = page.locator('.table-scroll')
  const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden).toBe(0)
})

it('the log shows error and status at 390 px without scrolling sideways', async () => {
  const { trace } = await sendWrongQuote()
  const page = await open(`/requests?query=trace:${trace}`, { width: 390, theme: 'light' })
  for (const shown of [page.locator('.requests-error'), page.locator('tbody .status')]) {
    const { x, width } = (await shown.boundingBox()) ?? expect.fail('the element is not visible')
    expect(x + width).toBeLessThanOrEqual(390)
  }
})

it('the page of a request offers the request as curl, SDK and CLI code', async () => {
  const { path, trace } = await sendWrongQuote()
  const page = await open(`/requests?query=trace:${trace}`)
  await openRequest(page, path)
  await page.getByText(`curl -s -X POST '${serviceUrl}${path}'`).waitFor()
  await page.getByRole('tab', { name: 'SDK' }).click()
  await page.getByText('godwit.quotes.createQuote({').waitFor()
  await page.getByRole('tab', { name: 'CLI' }).click()
  await page.getByText('npx godwit api createQuote').waitFor()
})

it.each(looks)(
  'the page of a request is accessible and fits at $width px, $theme',
  async (look) => {
    const { path, trace } = await sendWrongQuote()
    const page = await open(`/requests?query=trace:${trace}`, look)
    await screenshot(page, `requests-${look.width}-${look.theme}`)
    await openRequest(page, path)
    await screenshot(page, `request-${look.width}-${look.theme}`)
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
  },
)
