// The choice of currencies: their names, and the target currency after the source currency has changed.

import { expect, it } from 'vitest'
import { usePages, waitUntilLoaded } from './browser.ts'

const open = usePages()

it.each(['/batches', '/send-money'])(
  '%s replaces a target currency that the new source currency cannot pay by one that it can pay',
  async (path) => {
    const page = await open(path)
    // The test replies in place of the service, where every source currency pays every target currency.
    const pair = (currencyCode: string, ...targets: string[]) => ({
      currencyCode,
      targetCurrencies: targets.map((target) => ({ currencyCode: target })),
    })
    const sourceCurrencies = [pair('GBP', 'EUR', 'USD'), pair('USD', 'MXN', 'CAD')]
    await page.route('**/v1/currency-pairs', (route) =>
      route.fulfill({ json: { sourceCurrencies } }),
    )
    await page.reload()
    await waitUntilLoaded(page)
    const target = page.getByLabel('To', { exact: true })
    expect(await target.inputValue()).toBe('EUR')
    await page.getByLabel('From', { exact: true }).selectOption('USD')
    await expect.poll(() => target.inputValue()).toBe('MXN')
  },
)

it.each(['/batches', '/send-money'])('every currency of %s has a name', async (path) => {
  const page = await open(path)
  for (const label of ['From', 'To']) {
    const options = page.getByLabel(label, { exact: true }).locator('option')
    const names = await options.allInnerTexts()
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !/^[A-Z]{3}, \w/.test(name))).toEqual([])
  }
})
