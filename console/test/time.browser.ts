// The page Time: the sandbox clock moves after a confirmation.

import { expect, it } from 'vitest'
import { usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import { sendAndRead } from './program.ts'

const open = usePages()

/** Milliseconds that the sandbox clock is ahead of the real one. */
async function offsetMs(): Promise<number> {
  const { now } = await sendAndRead<{ now: string }>('GET', '/v1/simulation/clock')
  return Date.parse(now) - Date.now()
}

const HOUR_MS = 3_600_000

it('moves the clock by an hour, after showing what happens until then', async () => {
  const page = await open('/time')
  const before = await offsetMs()
  await page
    .locator('main')
    .getByText(/^It is \d+ \w+ \d{4}, [\d:]+ \(UTC\)/)
    .waitFor()
  await page.getByRole('button', { name: '1 hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the clock' })
  await dialog.getByText('It never goes back').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const moved = (await offsetMs()) - before
  expect(Math.abs(moved - HOUR_MS)).toBeLessThan(60_000)
})

it('a dialog that is closed moves nothing', async () => {
  const page = await open('/time')
  const before = await offsetMs()
  await page.getByRole('button', { name: '30 days' }).click()
  await page.getByRole('dialog').getByText('It never goes back').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(Math.abs((await offsetMs()) - before)).toBeLessThan(60_000)
})

it('a time in the past and text that is not a time are refused with their codes', async () => {
  const page = await open('/time')
  const dialog = page.getByRole('dialog')
  for (const [text, code] of [
    ['2001-01-01T00:00:00Z', 'clock.backwards'],
    ['tomorrow', 'Pattern'],
  ] as const) {
    await page.getByLabel('To (UTC)').fill(text)
    await page.getByRole('button', { name: 'Show what happens' }).click()
    await dialog.getByText(code).waitFor()
    expect(await dialog.getByRole('button', { name: 'Move the clock' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  }
})

it('moves to the next work, which is then no longer listed at that time', async () => {
  const page = await open('/')
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  await page.getByText('sent it to the recipient: outgoing_payment_sent').waitFor()
  await page.getByRole('link', { name: 'Time', exact: true }).click()
  await waitUntilLoaded(page)
  const due = page.getByRole('rowheader').first().locator('time')
  const next = await due.getAttribute('datetime')
  await page.getByRole('button', { name: 'To the next work' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const listed = page.locator(`time[datetime="${next}"]`)
  await expect.poll(() => listed.count()).toBe(0)
})
