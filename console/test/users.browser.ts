// Choosing another user of the sandbox (D129).

import { expect, it } from 'vitest'
import { settled, usePages, violationsOf } from './browser.ts'
import { call, createTransfer } from './calls.ts'
import { serviceUrl } from './service.ts'

const open = usePages()

type Created = { readonly id: number }

/** Signs up a user with a personal profile, as an application of the sandbox does. */
async function signsUp(email: string, firstName: string): Promise<void> {
  const post = async (path: string, body: object, token: string) => {
    const reply = await fetch(`${serviceUrl}${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const result = (await reply.json()) as Record<string, unknown>
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(result)}`)
    return result
  }
  const basic = `Basic ${btoa('sandbox-app:sandbox-app-secret')}`
  const grant = { grant_type: 'client_credentials' }
  const { access_token: client } = await post('/oauth/token', grant, basic)
  const registrationCode = crypto.randomUUID()
  await post('/v1/user/signup/registration_code', { email, registrationCode }, `Bearer ${client}`)
  const { access_token: user } = await post(
    '/oauth/token',
    {
      grant_type: 'registration_code',
      client_id: 'sandbox-app',
      email,
      registration_code: registrationCode,
    },
    basic,
  )
  const details = {
    firstName,
    lastName: 'Sample',
    dateOfBirth: '1990-01-31',
    phoneNumber: '+447700900456',
  }
  await post('/v1/profiles', { type: 'personal', details }, `Bearer ${user}`)
}

it('D129: the chosen user sees nothing of the user before, also in another tab, and resources lead to Home', async () => {
  const email = 'chosen@example.com'
  await signsUp(email, 'Nora')
  const page = await open('/')
  const id = await createTransfer(page)
  await page.goto(`/console/transfers/${id}`)
  await settled(page)
  const other = await page.context().newPage()
  await other.goto('/console/recipients')
  await settled(other)
  await other.getByRole('main').getByText('Nora Sample').first().waitFor()

  await page.getByLabel('User').selectOption({ label: `Nora Sample, ${email}` })
  await page.waitForURL(/\/console$/)
  await settled(page)
  const chosen = page.getByLabel('User').locator('option:checked')
  await expect.poll(() => chosen.innerText()).toBe(`Nora Sample, ${email}`)
  const profiles = await page.getByLabel('Profile').locator('option').allInnerTexts()
  expect(profiles).toEqual(['Nora Sample (personal)'])
  const seen = await call<Created[]>(page, 'GET', '/v2/profiles')
  expect(seen).toHaveLength(1)
  expect(await violationsOf(page)).toEqual([])

  await other.bringToFront()
  await other.getByRole('link', { name: 'Balances' }).click()
  await expect
    .poll(() => other.getByLabel('User').locator('option:checked').innerText())
    .toBe(`Nora Sample, ${email}`)
})
