// Choosing another user of the sandbox (D129).

import { expect, it } from 'vitest'
import { usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import { call, createTransfer } from './calls.ts'
import { serviceUrl } from './service.ts'

const open = usePages()

type Created = { readonly id: number }

const BASIC = `Basic ${btoa('sandbox-app:sandbox-app-secret')}`

async function post(path: string, body: object, token: string): Promise<Record<string, unknown>> {
  const reply = await fetch(`${serviceUrl}${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const result = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(result)}`)
  return result
}

/** Returns a function that signs up a user by e-mail address, as an application of the sandbox does, and returns the code. */
async function openSignUp(): Promise<(email: string) => Promise<string>> {
  const { access_token: client } = await post(
    '/oauth/token',
    { grant_type: 'client_credentials' },
    BASIC,
  )
  return async (email) => {
    const registrationCode = crypto.randomUUID()
    const body = { email, registrationCode }
    await post('/v1/user/signup/registration_code', body, `Bearer ${client}`)
    return registrationCode
  }
}

/** Signs up a user with a personal profile. */
async function signsUp(email: string, firstName: string): Promise<void> {
  const signUp = await openSignUp()
  const { access_token: user } = await post(
    '/oauth/token',
    {
      grant_type: 'registration_code',
      client_id: 'sandbox-app',
      email,
      registration_code: await signUp(email),
    },
    BASIC,
  )
  const details = {
    firstName,
    lastName: 'Sample',
    dateOfBirth: '1990-01-31',
    phoneNumber: '+447700900456',
  }
  await post('/v1/profiles', { type: 'personal', details }, `Bearer ${user}`)
}

it('D129: choosing another user on the page of a transfer opens Home with the profiles of that user, and another tab shows no recipient of the previous user', async () => {
  const email = 'chosen@example.com'
  await signsUp(email, 'Vera')
  const page = await open('/')
  const id = await createTransfer(page)
  await page.goto(`/console/transfers/${id}`)
  await waitUntilLoaded(page)
  const other = await page.context().newPage()
  await other.goto('/console/recipients')
  await waitUntilLoaded(other)
  await other.getByRole('main').getByText('Nora Sample').first().waitFor()

  await page.getByLabel('User').selectOption({ label: `Vera Sample, ${email}` })
  await page.waitForURL(/\/console$/)
  await waitUntilLoaded(page)
  const chosen = page.getByLabel('User').locator('option:checked')
  await expect.poll(() => chosen.innerText()).toBe(`Vera Sample, ${email}`)
  const profiles = await page.getByLabel('Profile').locator('option').allInnerTexts()
  expect(profiles).toEqual(['Vera Sample (personal)'])
  const seen = await call<Created[]>(page, 'GET', '/v2/profiles')
  expect(seen).toHaveLength(1)
  expect(await violationsOf(page)).toEqual([])

  await other.bringToFront()
  await other.getByRole('link', { name: 'Balances' }).click()
  await expect
    .poll(() => other.getByLabel('User').locator('option:checked').innerText())
    .toBe(`Vera Sample, ${email}`)
  await other.getByRole('link', { name: 'Recipients' }).click()
  await other.getByRole('main').getByText('This profile has no recipient').waitFor()
  expect(await other.getByRole('main').getByText('Nora Sample').count()).toBe(0)
})

it('gap 1095: a user who is older than the 200 that are listed is found by the e-mail address', async () => {
  const email = 'older@example.com'
  await signsUp(email, 'Olga')
  const signUp = await openSignUp()
  for (let n = 0; n < 201; n++) await signUp(`newer-${n}@example.com`)
  const page = await open('/')
  const options = page.getByLabel('User', { exact: true }).locator('option')
  await expect.poll(() => options.count()).toBeGreaterThan(200)
  expect((await options.allInnerTexts()).join()).not.toContain(email)
  const field = page.getByLabel('Older user: e-mail or id')
  await field.fill('older@example')
  await field.press('Enter')
  await page.getByText('No active user has this e-mail address or id.').waitFor()
  await field.fill(email)
  await field.press('Enter')
  await expect
    .poll(() => page.getByLabel('User', { exact: true }).locator('option:checked').innerText())
    .toBe(`Olga Sample, ${email}`)
  expect(await violationsOf(page)).toEqual([])
})
