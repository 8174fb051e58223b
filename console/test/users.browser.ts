// Choosing another user of the sandbox (D129).

import { expect, it } from 'vitest'
import { LISTED_USERS_MAX } from '../../src/app/http/console/listed-users.ts'
import { SEED } from '../../src/app/seed.ts'
import { usePages, violationsOf, waitUntilLoaded } from './browser.ts'
import { call, createTransfer } from './calls.ts'
import { serviceUrl } from './service.ts'

const open = usePages()

const { clientKey, secret } = SEED.applications[0]
const BASIC = `Basic ${btoa(`${clientKey}:${secret}`)}`

/** Sends a request with the header `authorization`. Throws when the service refuses the request. */
async function post(
  path: string,
  body: object,
  authorization: string,
): Promise<Record<string, unknown>> {
  const reply = await fetch(`${serviceUrl}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const result = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(result)}`)
  return result
}

/** Returns the header `authorization` of the seeded application, which may sign up users. */
async function authorizeApplication(): Promise<string> {
  const { access_token } = await post('/oauth/token', { grant_type: 'client_credentials' }, BASIC)
  return `Bearer ${access_token}`
}

/** Signs up a user. Returns the registration code of the user. */
async function signUp(authorization: string, email: string): Promise<string> {
  const registrationCode = crypto.randomUUID()
  await post('/v1/user/signup/registration_code', { email, registrationCode }, authorization)
  return registrationCode
}

/** Signs up a user with a personal profile. */
async function signUpPerson(email: string, firstName: string): Promise<void> {
  const { access_token } = await post(
    '/oauth/token',
    {
      grant_type: 'registration_code',
      client_id: clientKey,
      email,
      registration_code: await signUp(await authorizeApplication(), email),
    },
    BASIC,
  )
  const details = {
    firstName,
    lastName: 'Sample',
    dateOfBirth: '1990-01-31',
    phoneNumber: '+447700900456',
  }
  await post('/v1/profiles', { type: 'personal', details }, `Bearer ${access_token}`)
}

it('D129: choosing another user on the page of a transfer opens Home with the profiles of that user, and another tab shows no recipient of the previous user', async () => {
  const email = 'chosen@example.com'
  await signUpPerson(email, 'Vera')
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
  const seen = await call<unknown[]>(page, 'GET', '/v2/profiles')
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

it('gap 1095: a user who is older than those that are listed is found by the e-mail address', async () => {
  const email = 'older@example.com'
  await signUpPerson(email, 'Olga')
  const authorization = await authorizeApplication()
  for (let n = 0; n < LISTED_USERS_MAX; n++) await signUp(authorization, `newer-${n}@example.com`)
  const page = await open('/')
  const options = page.getByLabel('User', { exact: true }).locator('option')
  await expect.poll(() => options.count()).toBeGreaterThan(LISTED_USERS_MAX)
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
