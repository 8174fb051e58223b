// The debit of an authorised card payment, for tests of the arithmetic.

import type { Id } from '../../kernel/ids.ts'
import type { Debit } from '../model.ts'

export const balanceId = 3 as Id<'balance'>
export const applicationId = 2 as Id<'application'>

export const debitOf = (debit: Partial<Debit> = {}): Debit => ({
  balanceId,
  currency: 'GBP',
  debitMinor: 1000n,
  feeMinor: 10n,
  partnerFeeMinor: 4n,
  partnerApplicationId: applicationId,
  rate: '1.1',
  ...debit,
})
