// Pages of the console in a browser, for tests.

import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { serviceUrl } from './service.ts'

export type Look = { readonly width: 1280 | 390; readonly theme: 'light' | 'dark' }

/** Narrow and wide windows, each light and dark. */
export const looks: readonly Look[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
]

export type OpenPage = (path: string, look?: Look) => Promise<Page>

/**
 * Opens pages of the console, each in a new browser context with a new session. A page fails the test file when it sends a
 * request to another machine, violates the content security policy, throws an error or writes an error to its console that is
 * not `expected`. By default the messages about refused requests are expected, because the page shows these refusals itself.
 */
export function usePages(expected = /^Failed to load resource/): OpenPage {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserUrl'))
  })
  // The service allows a user five streams of the feed, and every page has one.
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())))
  afterAll(async () => {
    await browser.close()
    expect(problems).toEqual([])
  })
  return async (path, { width, theme } = { width: 1280, theme: 'light' }) => {
    const context = await browser.newContext({
      baseURL: serviceUrl,
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    await context.route(
      (url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
      (route) => {
        problems.push(`${path} requests ${route.request().url()}`)
        return route.abort()
      },
    )
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(`${path}: ${error.stack}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text()))
        problems.push(`${path}: ${message.text()}`)
    })
    await page.goto(`/console${path}`)
    await waitUntilLoaded(page)
    return page
  }
}

/** Waits until the heading is shown and nothing is being loaded. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('.loading').count(), { timeout: 10_000 }).toBe(0)
}

/** Opens another page of the console in the same tab. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`)
  await waitUntilLoaded(page)
}

/** A panel of the page, by its title. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Clicks a button, by its name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).click()

const AXE_TAGS: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The violations of WCAG 2.2 AA and of the best practices of axe, with the element of each. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    // For seven seconds the announcer of react-aria refers to a pending button, even after the button is gone.
    ([values, announcer]) =>
      window.axe.run({ exclude: announcer }, { runOnly: { type: 'tag', values } }),
    [AXE_TAGS, '[data-live-announcer]'] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

/** Fails when the page is wider than its window, so that readers would have to scroll sideways. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  expect(content).toBeLessThanOrEqual(window)
}

/** Writes a picture of the page into `GODWIT_SCREENSHOTS`, for people who change the page; nothing without the variable. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const dir = process.env['GODWIT_SCREENSHOTS']
  if (dir) await page.screenshot({ path: `${dir}/${name}.png`, fullPage: true })
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
