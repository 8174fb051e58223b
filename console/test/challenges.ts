// Challenges on pages of the console, for tests.

import type { Locator, Page } from 'playwright-core'

/** The field of the PIN that a challenge demands. */
export const pinOfChallenge = (page: Page): Locator =>
  page.getByRole('region', { name: 'Challenge' }).getByLabel('PIN')

/** Answers a challenge with a PIN. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  await pinOfChallenge(page).fill(pin)
  await pinOfChallenge(page).press('Enter')
}
