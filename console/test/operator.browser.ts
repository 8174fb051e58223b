// The page of operators in live mode (D129): log-in with both factors and the end of the session, actions and lookups, and the
// security log.

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { operate } from '../../src/app/operator/command-line.ts'
import { type Running, startApp } from '../../src/app/start.ts'
import { openDatabase } from '../../src/kernel/database/db.ts'
import { codesOf, PASSWORD } from '../../src/operators/test/operators.ts'
import { createPerson, type Person } from '../../test/support/people.ts'
import { cloneTemplate } from '../../test/support/postgres.ts'
import { liveSecrets } from '../../test/support/secrets.ts'
import type { Call } from '../../test/support/service.ts'
import { createsTransfer } from '../../test/support/transfers.ts'
import {
  expectNoSidewaysScrolling,
  type Look,
  looks,
  screenshot,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'

const wide: Look = { width: 1280, theme: 'light' }

describe('the page of operators', () => {
  let clone: Awaited<ReturnType<typeof cloneTemplate>>
  let running: Running
  let browser: Browser
  let ann: Person
  let env: Record<string, string>
  const contexts: BrowserContext[] = []
  let operatorCount = 0

  beforeAll(async () => {
    clone = await cloneTemplate(inject('postgresUrl'))
    env = {
      DATABASE_URL: clone.url,
      GODWIT_MODE: 'live',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...liveSecrets,
      GODWIT_BASE_URL: 'http://127.0.0.1:8080',
    }
    running = await startApp(readConfig(env))
    const db = openDatabase(clone.url, 2)
    ann = await createPerson({ pool: db.pool, now: () => Temporal.Now.instant() }, callService)
    await db.close()
    browser = await chromium.connect(inject('browserUrl'))
  })
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))
  afterAll(async () => {
    await browser.close()
    await running.stop()
    await clone.drop()
  })

  async function callService(route: string, { token, body, query, headers }: Call = {}) {
    const [method = '', path = ''] = route.split(' ')
    const url = new URL(path, running.listensAt)
    url.search = new URLSearchParams(query).toString() || url.search
    const reply = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, text, body: text && JSON.parse(text), headers: {} }
  }

  /** Runs a command of the operator. Returns the first line of its output. */
  async function runCommand(...words: string[]): Promise<string> {
    const lines: string[] = []
    const code = await operate(words, env, {
      print: (line) => void lines.push(line),
      printError: (line) => void lines.push(line),
      readPassword: async () => PASSWORD,
      securityLog: () => undefined,
    })
    expect([code, lines]).toEqual([0, lines])
    return lines[0] ?? ''
  }

  async function createOperator(name = 'Cleo Clark') {
    const email = `operator${++operatorCount}@operator.example`
    const uri = await runCommand('operator', 'create', '--email', email, '--name', name)
    return { email, code: () => codesOf(uri)(Temporal.Now.instant()) }
  }

  async function newPage(look = wide): Promise<Page> {
    const context = await browser.newContext({
      baseURL: running.listensAt,
      viewport: { width: look.width, height: 900 },
      colorScheme: look.theme,
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    return context.newPage()
  }

  async function open(look?: Look): Promise<Page> {
    const page = await newPage(look)
    await page.goto('/console')
    await waitUntilLoaded(page)
    return page
  }

  /** Opens a page whose clock the test moves. */
  async function openWithTestClock(): Promise<Page> {
    const page = await newPage()
    await page.clock.install()
    await page.goto('/console')
    return page
  }

  async function fillLogIn(page: Page, email: string, password: string, code: string) {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Code').fill(code)
    await page.getByLabel('Code').press('Enter')
  }

  async function logIn(look?: Look, name?: string): Promise<Page> {
    const page = await open(look)
    const { email, code } = await createOperator(name)
    await fillLogIn(page, email, PASSWORD, code())
    await page.getByRole('heading', { level: 1, name: 'Pending work' }).waitFor()
    await waitUntilLoaded(page)
    return page
  }

  /** Creates a transfer that is paid, converted and waits for its pay-out. Returns its id. */
  async function createPayOut(): Promise<number> {
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const transfer = ['--profile', String(ann.personal), '--transfer', String(id)]
    await runCommand('pay-in', 'confirm', ...transfer)
    await runCommand('transfer', 'convert', ...transfer)
    return id
  }

  it('logs in with password and code, confirms a pay-out, and shows it in the security log', async () => {
    const id = await createPayOut()
    const page = await logIn()
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: String(id), exact: true }) })
    await row.getByRole('button', { name: 'Confirm pay-out' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('100.00 GBP').waitFor()
    await dialog.getByRole('button', { name: 'Confirm pay-out' }).click()
    await dialog.getByText(`transfer ${id} is outgoing_payment_sent`).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => row.count()).toBe(0)
    const { body } = await ann.call(`GET /v1/transfers/${id}`)
    expect(body.status).toBe('outgoing_payment_sent')
    await page.getByRole('link', { name: 'Security log' }).click()
    const line = page
      .getByRole('row')
      .filter({ hasText: `transferId ${id}` })
      .filter({ hasText: 'pay-out confirm' })
    await line.getByText('Cleo Clark').waitFor()
    expect(await line.innerText()).toContain('outcome done')
  })

  it('a wrong code and a used code are refused with operator.log-in.refused', async () => {
    const page = await open()
    const { email, code } = await createOperator()
    await fillLogIn(page, email, PASSWORD, '000000')
    await page.getByText('operator.log-in.refused').waitFor()
    const used = code()
    await fillLogIn(page, email, PASSWORD, used)
    await page.getByRole('heading', { name: 'Pending work' }).waitFor()
    const other = await open()
    await fillLogIn(other, email, PASSWORD, used)
    await other.getByText('operator.log-in.refused').waitFor()
  })

  it('a reload keeps the session, and the log-out ends it', async () => {
    const page = await logIn()
    await page.reload()
    await page.getByRole('heading', { name: 'Pending work' }).waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Operator log-in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Operator log-in' }).waitFor()
  })

  it('a session that was ended by a command shows the log-in at the next call', async () => {
    const page = await logIn()
    await runCommand('operator', 'log-out', '--email', `operator${operatorCount}@operator.example`)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Operator log-in' }).waitFor()
  })

  it('after 15 minutes without use, and not earlier, the page shows the log-in instead of the name of the operator', async () => {
    const page = await openWithTestClock()
    const { email, code } = await createOperator('Idle Ida')
    await fillLogIn(page, email, PASSWORD, code())
    await page.getByText('Idle Ida').waitFor()
    await page.clock.fastForward('14:00')
    expect(await page.getByText('Idle Ida').count()).toBe(1)
    await page.clock.fastForward('01:01')
    await page.getByRole('heading', { name: 'Operator log-in' }).waitFor()
    expect(await page.getByText('Idle Ida').count()).toBe(0)
  })

  it('after 15 minutes without a reply the page shows the log-in, even when requests failed since then', async () => {
    const page = await openWithTestClock()
    const { email, code } = await createOperator()
    await fillLogIn(page, email, PASSWORD, code())
    await page.getByRole('heading', { name: 'Pending work' }).waitFor()
    await page.route('**/console/operator/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').waitFor()
    await page.clock.fastForward('15:01')
    await page.getByRole('heading', { name: 'Operator log-in' }).waitFor()
  })

  it('a log-out that the service did not carry out is shown as an error', async () => {
    const page = await logIn()
    await page.route('**/console/operator/session', (route) =>
      route.fulfill({ status: 503, json: { errors: [{ code: 'busy', message: 'Try later.' }] } }),
    )
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alert').getByText('Try later.').waitFor()
    expect(await page.getByRole('heading', { name: 'Operator log-in' }).count()).toBe(0)
    await page.unroute('**/console/operator/session')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Operator log-in' }).waitFor()
  })

  it('a refused action shows the reason at the wrong field, and the field can be corrected', async () => {
    const page = await logIn()
    await page.getByRole('link', { name: 'Other actions' }).click()
    await page.getByRole('button', { name: 'Verify profile' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Profile').fill('x')
    await dialog.getByRole('button', { name: 'Verify profile' }).click()
    await dialog.locator('.field-error').getByText('it must be an id, a whole number').waitFor()
    expect(await dialog.getByLabel('Profile').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Profile').fill(String(ann.personal))
    await dialog.getByRole('button', { name: 'Verify profile' }).click()
    await dialog.getByText(`profile ${ann.personal} is verified`).waitFor()
  })

  it('a lookup without a result shows that nothing was found', async () => {
    const page = await logIn()
    await page.getByRole('link', { name: 'Other actions' }).click()
    await page.getByLabel('Data to look up').selectOption('Identity documents of a profile')
    await page.getByLabel('Profile').fill(String(ann.personal))
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('Nothing found.').waitFor()
  })

  it('the name of an operator with HTML is shown as text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const page = await logIn(wide, name)
    await page.getByText(name).waitFor()
    expect(await page.locator('img').count()).toBe(0)
  })

  it.each(looks)('every view is accessible and fits at $width px, $theme', async (look) => {
    await createPayOut()
    const page = await open(look)
    const found: Record<string, string[]> = { 'log-in': await violationsOf(page) }
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `operator-log-in-${look.width}-${look.theme}`)
    const { email, code } = await createOperator()
    await fillLogIn(page, email, PASSWORD, code())
    for (const name of ['Pending work', 'Other actions', 'Ledger', 'Security log']) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await waitUntilLoaded(page)
      found[name] = await violationsOf(page)
      await expectNoSidewaysScrolling(page)
      await screenshot(page, `operator-${name.replace(' ', '-')}-${look.width}-${look.theme}`)
    }
    await page.getByRole('link', { name: 'Pending work' }).click()
    await page.getByRole('button', { name: 'Confirm pay-out' }).first().click()
    await page.getByRole('dialog').waitFor()
    found['dialog'] = await violationsOf(page)
    await screenshot(page, `operator-dialog-${look.width}-${look.theme}`)
    expect(Object.values(found).flat()).toEqual([])
  })
})
