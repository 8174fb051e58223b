// Pages of profiles, for tests.

import type { Page } from 'playwright-core'
import { type Look, type OpenPage, waitUntilLoaded } from './browser.ts'
import { call } from './calls.ts'

/** Opens the page of the first person or business of the user. */
export async function openProfile(
  open: OpenPage,
  type: 'personal' | 'business',
  look?: Look,
): Promise<Page> {
  const page = await open('/profiles', look)
  await page
    .getByRole('row', { name: new RegExp(` ${type} `) })
    .getByRole('link')
    .first()
    .press('Enter')
  await page.getByRole('heading', { name: 'Details', exact: true }).waitFor()
  await waitUntilLoaded(page)
  return page
}

/** Creates a business that nobody has verified, and opens its page. */
export async function openUnverifiedBusiness(
  open: OpenPage,
  name = 'Unverified Ltd',
): Promise<Page> {
  const page = await open('/profiles')
  const { id } = await call<{ id: number }>(page, 'POST', '/v1/profiles', {
    type: 'business',
    details: {
      name,
      registrationNumber: '87654321',
      companyType: 'LIMITED',
      companyRole: 'OWNER',
      businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
      businessSubCategory: 'DESIGN',
      webpage: 'https://example.com',
    },
  })
  await page.goto(page.url().replace(/profiles$/, `profiles/${id}`))
  await page.getByRole('heading', { name: 'Details', exact: true }).waitFor()
  await waitUntilLoaded(page)
  return page
}

export const openDisclosure = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).click()
