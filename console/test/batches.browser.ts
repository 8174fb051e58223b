// Batches: the template, files with faults, hostile files, and a batch from its file to its payment.

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

const open = usePages()
const HEADER = 'accountHolderName,legalType,IBAN,amount,reference'
const NORA = 'Nora Sample,PRIVATE,FR1420041010050500013M02606'

/** A name that no other test has: the same name would continue the batch of the other test. */
const newName = () => `Salaries ${crypto.randomUUID()}`

async function chooseFile(page: Page, text: string | Buffer, name = newName()): Promise<void> {
  await page.getByLabel('Pay to').selectOption('iban')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const buffer = typeof text === 'string' ? Buffer.from(text) : text
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
}

/** A file with the columns of `HEADER`. */
const csvWith = (...rows: readonly string[]) => `${[HEADER, ...rows].join('\r\n')}\r\n`
const createButton = (page: Page) => page.getByRole('button', { name: 'Create the batch' })
const waitForMessage = (page: Page, text: string | RegExp) =>
  page.locator('.field-error, .batches-fault').getByText(text).first().waitFor()

it('a file becomes a batch, which is completed and paid with the keyboard', async () => {
  const page = await open('/batches')
  await chooseFile(
    page,
    csvWith(`${NORA},10.50,Rent`, `"Sample, Sam",PRIVATE,DE89370400440532013000,20,`),
  )
  await createButton(page).press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Batch Salaries/ }).waitFor()
  const transfers = page.getByRole('table', { name: 'Transfers' })
  await transfers.getByText('10.50').waitFor()
  expect(await transfers.locator('tbody tr').count()).toBe(2)
  await page.getByRole('button', { name: 'Complete the batch' }).press('Enter')
  await page.getByRole('button', { name: 'Pay from the balance' }).press('Enter')
  await page.getByText('None: the batch is paid.').waitFor()
  await expect.poll(() => transfers.getByText('processing').count()).toBe(2)
  await page.getByText('transfer-funded').first().waitFor()
  await page.getByRole('link', { name: 'fundBatchGroup' }).waitFor()
})

it('the same file with the same name after a failure and a reload adds no transfer twice', async () => {
  const page = await open('/batches')
  const name = newName()
  const file = csvWith(...[1, 2, 3, 4, 5].map((n) => `${NORA},1${n}.00,Row ${n}`))
  let sent = 0
  await page.route('**/batch-groups/*/transfers', (route) =>
    // The test refuses the third request in place of the service.
    ++sent === 3 ? route.fulfill({ status: 422, json: { errors: [] } }) : route.continue(),
  )
  await chooseFile(page, file, name)
  await createButton(page).click()
  await page.getByText('Not added: 1 of 5 rows').waitFor()
  await page.unroute('**/batch-groups/*/transfers')
  await page.reload()
  await waitUntilLoaded(page)
  await chooseFile(page, file, name)
  await createButton(page).click()
  await page.getByRole('heading', { level: 1, name: `Batch ${name}` }).waitFor()
  await expect
    .poll(() => page.getByRole('table', { name: 'Transfers' }).locator('tbody tr').count())
    .toBe(5)
})

it('rows that the service refuses are shown with their columns, and no batch is created', async () => {
  const page = await open('/batches')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await chooseFile(
    page,
    [
      `recipientId,${HEADER}`,
      `,${NORA},10,`,
      ',Sam Sample,PRIVATE,DE00,20,',
      `,${NORA},99999999999,`,
      `abc,${NORA},10,`,
    ].join('\r\n'),
  )
  await createButton(page).click()
  await page.getByText('Rows with errors: 3 of 4.').waitFor()
  expect(await page.locator('.batches-fault strong').allInnerTexts()).toEqual([
    'IBAN: ',
    'amount: ',
    'recipientId: ',
  ])
  expect(requests.filter((url) => url.includes('batch-groups'))).toEqual([])
})

it.each<[string, string | Buffer, string]>([
  ['no rows', `${HEADER}\r\n`, 'no row after its first one'],
  ['nothing', '', 'The file is empty'],
  ['an unknown column', 'IBAN,colour\r\nx,y\r\n', 'The column “colour” is unknown'],
  ['a column twice', 'amount,amount\r\n1,2\r\n', 'occurs more than once'],
  ['no amounts', 'IBAN\r\nFR14\r\n', 'The column “amount” is missing'],
  ['an open quote', csvWith('"Nora,PRIVATE,FR14,10,'), 'Line 2 has a quote that is not closed'],
  ['another encoding', Buffer.from(`${HEADER}\r\nZo\u00EB,,,1,\r\n`, 'latin1'), 'not UTF-8'],
  ['UTF-16', Buffer.from(`\uFEFF${HEADER}`, 'utf16le'), 'not UTF-8'],
  ['10,000 rows', csvWith(...Array.from({ length: 10_000 }, () => 'N,P,F,1,')), '10000 rows'],
  ['a formula', csvWith('=HYPERLINK("http://example.com"),PRIVATE,FR14,10,'), 'within a cell'],
  ['a quoted formula', csvWith('"=HYPERLINK(""x"")",PRIVATE,FR14,10,'), 'not a formula'],
  ['text as amount', csvWith(`${NORA},ten,`), 'Enter an amount such as 1234.50.'],
  ['too many cells', csvWith(`${NORA},10,x,y`), 'The row has 6 cells'],
])(
  'a file with %s is refused with a message that names the cause, and no batch can be created from it',
  async (_, text, expected) => {
    const page = await open('/batches')
    await chooseFile(page, text)
    await waitForMessage(page, expected)
    const enabledButton = page.getByRole('button', { name: 'Create the batch', disabled: false })
    expect(await enabledButton.count()).toBe(0)
  },
)

it('a file with 50 MB is refused with a message that names its size', async () => {
  const page = await open('/batches')
  // Created in the page, so that the test does not send 50 MB to the browser.
  await page.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(50_000_000)], 'a.csv'))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await waitForMessage(page, 'The file has 47.7 MiB')
})

it('a file with 1,000 rows, quotes, line breaks in cells and a byte order mark is read', async () => {
  const page = await open('/batches')
  const rows = Array.from({ length: 999 }, (_, n) => `${NORA},${n + 1},"Rent\n""${n}"""`)
  await chooseFile(page, `\uFEFF${csvWith(`${NORA},1.50,Rent`, ...rows)}`)
  await page.getByText('Rows: 1000.').waitFor()
  expect(await createButton(page).isEnabled()).toBe(true)
})

it('HTML in cells is shown as text', async () => {
  const html = '<img src=x onerror="window.attacked=1">'
  const page = await open('/batches')
  await chooseFile(page, csvWith(`"${html.replaceAll('"', '""')}",PRIVATE,FR14,10,`))
  await page.getByText(html).waitFor()
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
})

it('the template has the columns of the form, and can be uploaded as it is', async () => {
  const page = await open('/batches')
  await page.getByLabel('Pay to').selectOption('iban')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template' }).press('Enter')
  const saved = await download
  expect(saved.suggestedFilename()).toBe('batch-EUR-iban.csv')
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString()
  expect(text).toMatch(/^recipientId,.*IBAN.*,amount,reference\r\n/)
  await chooseFile(page, text)
  await page.getByText('Rows: 1.', { exact: true }).waitFor()
  expect(await createButton(page).isEnabled()).toBe(true)
})

it('a batch is cancelled with its transfers after a confirmation', async () => {
  const page = await open('/batches')
  await chooseFile(page, csvWith(`${NORA},10,Rent`))
  await createButton(page).click()
  const cancel = page.getByRole('button', { name: 'Cancel the batch and its transfers' })
  await cancel.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('None of the transfers').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await page.getByRole('button', { name: 'Complete the batch' }).waitFor()
  await cancel.click()
  await dialog.getByRole('button', { name: 'Cancel the batch and its transfers' }).click()
  await page.getByText('None: the batch is cancelled.').waitFor()
  const transfers = page.getByRole('table', { name: 'Transfers' })
  await transfers.getByText('cancelled', { exact: true }).waitFor()
})

it('the page of a batch that does not exist shows the error code batch.group.not-found', async () => {
  const page = await open('/batches')
  await page.getByLabel('Batch group id').fill('00000000-0000-4000-8000-000000000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('batch.group.not-found').waitFor()
})

it.each(looks)('rows and batch are accessible and fit at $width px, $theme', async (look) => {
  const page = await open('/batches', look)
  const check = async (name: string) => {
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `${name}-${look.width}-${look.theme}`)
  }
  await chooseFile(page, csvWith(`${NORA},ten,`, `${NORA},10,Rent`))
  await waitForMessage(page, 'Enter an amount')
  await check('batch-rows')
  await chooseFile(page, csvWith(`${NORA},10,Rent`))
  await createButton(page).click()
  await page.getByRole('button', { name: 'Complete the batch' }).waitFor()
  await waitUntilLoaded(page)
  await check('batch')
})
