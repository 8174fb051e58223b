// What a profile must say about itself before it may create a transfer.

import { type ErrorKind, refuse } from '../kernel/refusal.ts'
import { DescriptionMissing, KanaNamesMissing, WebpageMissing } from './errors.ts'
import type { Details } from './rules/details.ts'

/** Everything `checkMayTransfer` can refuse with, for the errors of the endpoints that ask it. */
export const transferBars: readonly ErrorKind[] = [
  DescriptionMissing,
  WebpageMissing,
  KanaNamesMissing,
]

/**
 * True, or why the profile may not create a transfer from `sourceCurrency`. Whether the profile is
 * verified is not asked here: an unverified one may create a transfer, which then waits (D22a).
 */
export function mayTransfer(profile: Details, sourceCurrency: string): true | ErrorKind {
  if (profile.type === 'PERSONAL') {
    const { firstNameInKana, lastNameInKana } = profile.details
    // Spec B 2.1: katakana names are required for personal transfers from JPY.
    return sourceCurrency !== 'JPY' || (firstNameInKana && lastNameInKana) ? true : KanaNamesMissing
  }
  const { companyType, descriptionOfBusiness, webpage } = profile.details
  if (companyType !== 'OTHER') return true
  // Spec B 4.1: without a description such a business must not create a transfer.
  if (!descriptionOfBusiness) return DescriptionMissing
  return webpage ? true : WebpageMissing
}

export function checkMayTransfer(profile: Details, sourceCurrency: string): void {
  const may = mayTransfer(profile, sourceCurrency)
  if (may !== true) refuse(may)
}
