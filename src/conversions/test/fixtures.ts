// Requests about movements between balances, for tests.

import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'

export function createsMovement(ann: Person, body: object, key: string = randomUUID()) {
  return ann.call(`POST /v2/profiles/${ann.personal}/balance-movements`, {
    body,
    headers: { 'x-idempotence-uuid': key },
  })
}

/** Creates a quote of the personal profile, between its balances unless `more` has another payOut. */
export async function createsBalanceQuote(
  ann: Person,
  sourceCurrency: string,
  targetCurrency: string,
  more: object = { sourceAmount: 100 },
) {
  const { body } = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
    body: { sourceCurrency, targetCurrency, payOut: 'BALANCE', ...more },
  })
  return body
}

type Option = {
  payIn: string
  sourceAmount: number
  targetAmount: number
  fee: { total: number }
}

/** The amounts of a quote when it is paid from a balance. */
export function balanceOption({ paymentOptions }: { paymentOptions: Option[] }): Option {
  const option = paymentOptions.find(({ payIn }) => payIn === 'BALANCE')
  if (option === undefined) throw new Error('the quote cannot be paid from a balance')
  return option
}
