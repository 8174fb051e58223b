// Every page of the navigation, in every look.

import { expect, it } from 'vitest'
import {
  expectNoSidewaysScrolling,
  looks,
  screenshot,
  usePages,
  violationsOf,
  waitUntilLoaded,
} from './browser.ts'
import { serviceUrl } from './service.ts'

const open = usePages()

it.each(looks)('every page is accessible and fits at $width px, $theme', async (look) => {
  const page = await open('/', look)
  const paths = await page
    .locator('.navigation a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(paths.length).toBeGreaterThan(0)
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(new URL(path, serviceUrl).href)
    await waitUntilLoaded(page)
    const violations = await violationsOf(page)
    if (violations.length > 0) found[path] = violations
    await expectNoSidewaysScrolling(page)
    await screenshot(page, `${path.replaceAll('/', '_')}-${look.width}-${look.theme}`)
  }
  expect(found).toEqual({})
})
