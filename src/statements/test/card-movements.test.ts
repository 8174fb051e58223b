import { describe, expect, it } from 'vitest'
import { type CardPayment, isAuthorisation, isMovementOf } from '../card-lines.ts'

const AUTHORISED = '2026-11-02T10:00:00.000Z'
const RETURNED = '2026-11-02T11:00:00.000Z'

const payment: Pick<CardPayment, 'movements'> = {
  movements: [
    [AUTHORISED, 'debit', '2000'],
    [RETURNED, 'credit', '500'],
  ],
}

const entryAt = (at: string, deltaMinor: bigint) => ({
  occurredAt: Temporal.Instant.from(at),
  deltaMinor,
})

describe('an entry of a balance', () => {
  it.each([
    [AUTHORISED, -2000n, true, true, 'it has the time, direction and amount of the authorisation'],
    [RETURNED, 500n, true, false, 'it has the time, direction and amount of the returned money'],
    ['2026-11-02T11:00:00.000999Z', 500n, true, false, 'the times are compared in milliseconds'],
    [AUTHORISED, 2000n, false, false, 'the direction differs'],
    [RETURNED, 499n, false, false, 'the amount differs'],
    [RETURNED, -2000n, false, false, 'the time is not that of the authorisation'],
  ])(
    'at %s of %s is a movement of the payment: %s, and its authorisation: %s, because %s',
    (at, deltaMinor, isMovement, isOfAuthorisation) => {
      const entry = entryAt(at, deltaMinor)
      expect([isMovementOf(payment, entry), isAuthorisation(payment, entry)]).toEqual([
        isMovement,
        isOfAuthorisation,
      ])
    },
  )

  it('is no authorisation of a payment that moved no money', () => {
    expect(isAuthorisation({ movements: [] }, entryAt(AUTHORISED, -2000n))).toBe(false)
  })
})
