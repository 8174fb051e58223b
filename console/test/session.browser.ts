// The session as a real browser keeps it (D129).

import { expect, it } from 'vitest'
import { usePages, waitUntilLoaded } from './browser.ts'
import { serviceUrl } from './service.ts'

const open = usePages(/^Failed to load resource|^Framing .* violates/)

it('D129, gap 932: scripts cannot read the cookie, and the browser stores it at 127.0.0.1 and at localhost', async () => {
  const page = await open('/')
  const [cookie] = await page.context().cookies()
  const { port } = new URL(serviceUrl)
  expect(cookie).toMatchObject({
    name: `__Host-godwit-console-${port}`,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const status = await page.evaluate(() => fetch('/v2/profiles').then((reply) => reply.status))
  expect(status).toBe(401)
  await page.goto(`http://localhost:${port}/console`)
  await waitUntilLoaded(page)
  expect(await page.getByRole('heading', { name: 'Balances' }).isVisible()).toBe(true)
})

it('D129: no page can show the console in a frame, not even a page of the console', async () => {
  const page = await open('/')
  const isShown = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const frame = document.createElement('iframe')
        frame.src = '/console'
        frame.onload = () => resolve(frame.contentDocument?.getElementById('root') != null)
        document.body.append(frame)
      }),
  )
  expect(isShown).toBe(false)
})
