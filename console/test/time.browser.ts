// The page Time: the sandbox clock moves after a confirmation.

import { expect, it } from 'vitest'
import { usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import { sendAndRead } from './program.ts'

const open = usePages()

/** Milliseconds by which the sandbox clock is ahead of the real clock. */
async function readOffsetMs(): Promise<number> {
  const { now } = await sendAndRead<{ now: string }>('GET', '/v1/simulation/clock')
  return Date.parse(now) - Date.now()
}

const HOUR_MS = 3_600_000

it('the clock moves by an hour after a dialog that shows what happens until then', async () => {
  const page = await open('/time')
  const before = await readOffsetMs()
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
  const moved = (await readOffsetMs()) - before
  expect(Math.abs(moved - HOUR_MS)).toBeLessThan(60_000)
})

it('a dialog that is closed moves nothing', async () => {
  const page = await open('/time')
  const before = await readOffsetMs()
  await page.getByRole('button', { name: '30 days' }).click()
  await page.getByRole('dialog').getByText('It never goes back').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(Math.abs((await readOffsetMs()) - before)).toBeLessThan(60_000)
})

it('a time in the past is refused with clock.backwards, and a time too far ahead with clock.too-far', async () => {
  const page = await open('/time')
  const dialog = page.getByRole('dialog')
  for (const [time, code] of [
    ['2001-01-01T00:00', 'clock.backwards'],
    ['2999-01-01T00:00', 'clock.too-far'],
  ] as const) {
    await page.getByLabel('To (UTC)').fill(time)
    await page.getByRole('button', { name: 'Show what happens' }).click()
    await dialog.getByText(code).waitFor()
    expect(await dialog.getByRole('button', { name: 'Move the clock' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  }
})

it('the clock moves to the time of the next timer, which is then no longer listed at that time', async () => {
  const page = await open('/')
  await page.getByRole('button', { name: /^Send 100 GBP/ }).click()
  await page.getByText('sent the money to the recipient: outgoing_payment_sent').waitFor()
  await page.getByRole('link', { name: 'Time', exact: true }).click()
  await waitUntilLoaded(page)
  const due = page.getByRole('rowheader').first().locator('time')
  const next = (await due.getAttribute('datetime')) ?? expect.fail('the timer has no time')
  await page.getByRole('button', { name: 'To the next timer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Work that follows from this work').waitFor()
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const { now } = await sendAndRead<{ now: string }>('GET', '/v1/simulation/clock')
  expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(next))
  const listed = page.getByRole('table').locator(`time[datetime="${next}"]`)
  await expect.poll(() => listed.count()).toBe(0)
})

it('a long move shows its progress and then where the clock is, and previews no time that has passed', async () => {
  const page = await open('/time')
  const refused: string[] = []
  page.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`)
  })
  // The first step pauses halfway, as after two seconds of work.
  const { now } = await sendAndRead<{ now: string }>('GET', '/v1/simulation/clock')
  const halfway = new Date(Date.parse(now) + 15 * 24 * HOUR_MS).toISOString()
  const released = Promise.withResolvers<void>()
  let steps = 0
  await page.route('**/v1/simulation/clock/advance', async (route) => {
    steps++
    expect(route.request().postDataJSON()).toMatchObject({ pauseAfterSeconds: 2 })
    if (steps === 1) return route.fulfill({ json: { now: halfway, ran: 3 } })
    await released.promise
    return route.continue()
  })
  await page.getByRole('button', { name: '30 days' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the clock' })
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await dialog.getByText(/^Moving: the clock has reached .*\. 3 due items processed\.$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  released.resolve()
  await page.getByText(/^Moved to \d+ \w+ \d{4}, [\d:]+\. \d+ due items processed\.$/).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  await waitUntilLoaded(page)
  expect([steps, refused]).toEqual([2, []])
})
