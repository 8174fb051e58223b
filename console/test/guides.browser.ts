// The guides on pages of the console.

import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../test/architecture/source.ts'
import {
  expectNoSidewaysScrolling,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { serviceUrl } from './service.ts'

/** One test opens every guide. */
const TIMEOUT_MS = 120_000

const open = usePages()
const names = readdirSync(`${root}/docs/guides`)
  .map((file) => file.replace(/\.md$/, ''))
  .filter((name) => name !== 'README')

it('the list links to every guide, and a link opens a guide without loading the console again', async () => {
  const page = await open('/guides')
  const linked = await page
    .locator('.guide a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  const guides = names.map((name) => `/console/guides/${name}`)
  expect(linked.filter((path) => path.startsWith('/console/')).toSorted()).toEqual(
    guides.toSorted(),
  )
  await page.evaluate(() => {
    document.body.dataset['loaded'] = 'once'
  })
  await page.getByRole('link', { name: 'First transfer' }).click()
  await page.getByRole('heading', { level: 1, name: 'First transfer' }).waitFor()
  expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once')
})

it('Shift and a click on a guide open a new window, as on other links', async () => {
  const page = await open('/guides')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'First transfer' }).click({ modifiers: ['Shift'] })
  expect(new URL((await opened).url()).pathname).toBe('/console/guides/first-transfer')
  expect(new URL(page.url()).pathname).toBe('/console/guides')
})

it('the samples of a guide name the URL of this service instead of the URL in the file', async () => {
  const page = await open('/guides/first-transfer')
  const text = (await page.locator('pre').allInnerTexts()).join('\n')
  expect(text).toContain(serviceUrl)
  expect(text).not.toMatch(/http:\/\/127\.0\.0\.1:8080\b/)
})

it('the button of a sample states when the browser refuses to copy', async () => {
  const page = await open('/guides/first-transfer')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await page.getByRole('button', { name: 'Not copied: select the text' }).waitFor()
})

it('the page of a guide that does not exist links to all guides', async () => {
  const page = await open('/guides/none')
  await page.getByRole('link', { name: 'Show all guides' }).click()
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
})

it.each([
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)(
  'every guide is accessible and fits at $width px, $theme',
  async (look) => {
    const page = await open('/guides', look)
    const found: Record<string, string[]> = {}
    for (const name of names) {
      await page.goto(`${serviceUrl}/console/guides/${name}`)
      await waitUntilLoaded(page)
      const violations = await violationsOf(page)
      if (violations.length > 0) found[name] = violations
      await expectNoSidewaysScrolling(page)
      await screenshot(page, `guide-${name}-${look.width}-${look.theme}`)
    }
    expect(found).toEqual({})
  },
  TIMEOUT_MS,
)
