// Refusals that both reversals of a card payment share.

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { authorises, clear, refund, reverse } from '../../card-transactions/test/terminal.ts'
import { createsCardHolder } from './card-holder.ts'

describe.each([
  ['simulation.card-reversal', reverse, false],
  ['simulation.card-reversal-post-clearing', refund, true],
] as const)('%s', (_, change, isCaptured) => {
  const service = testService()

  async function createsPayment() {
    const { terminal } = await createsCardHolder(service)
    const approved = await authorises(terminal, 50)
    if (isCaptured) await ok(clear(terminal, approved, 50))
    return { terminal, approved }
  }

  it.each([
    [{ currency: 'EUR' }, 5, 422, 'card.currency.mismatch'],
    [{}, 0.001, 422, 'card.amount.invalid'],
    [{}, -1, 422, 'card.amount.invalid'],
    [
      { ref: { transaction: { stan: '1', retrievalReferenceNum: '2' } } },
      5,
      404,
      'card.transaction.not-found',
    ],
  ])(
    'a request with %j and an amount of %d is refused with %i %s',
    async (wrong, value, status, code) => {
      const { terminal, approved } = await createsPayment()
      const reply = await change(terminal, { ...approved, ...wrong }, value)
      expect(outcome(reply)).toBe(`${status} ${code}`)
    },
  )

  it("404 card.not-found for another user's card", async () => {
    const { terminal, approved } = await createsPayment()
    const bob = await service.createUser()
    const reply = await change({ ...terminal, ann: bob }, approved, 5)
    expect(outcome(reply)).toBe('404 card.not-found')
  })
})
