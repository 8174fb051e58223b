import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { createsPayment, listTransactions, readsTransaction } from './terminal.ts'

describe('card-transactions.get', () => {
  const service = testService()

  it('200 returns the transaction as the list shows it', async () => {
    const { terminal, payment } = await createsPayment(service, 5)
    const { transactions } = (await listTransactions(terminal)).body
    expect(await readsTransaction(terminal, payment.id)).toEqual(transactions[0])
  })

  it("404 card.transaction.not-found for an unknown id and another user's transaction", async () => {
    const { ann, payment } = await createsPayment(service, 5)
    const bob = await service.createUser()
    for (const [person, id] of [
      [ann, 999_999],
      [bob, payment.id],
    ] as const) {
      const route = `GET /v3/spend/profiles/${person.personal}/cards/transactions/${id}`
      const reply = await person.call(route)
      expect(outcome(reply)).toBe('404 card.transaction.not-found')
    }
  })
})
