// A transfer paid by bank transfer, returned by the recipient's bank and refunded: at each stage the
// ledger shows where the money is, in exactly the source amount, the fee and the target amount of the quote.

import { describe, expect, it } from 'vitest'
import type { Person } from '../support/people.ts'
import { testService } from '../support/service.ts'
import { addsRecipient, createsQuote, createsTransfer, ok, simulate } from '../support/transfers.ts'
import { messagesAt, moneyOf, movesAt, subscribes, termsOf } from './observations.ts'

const STATE_CHANGES_URL = 'https://ann.example/state-changes'
const FAILURES_URL = 'https://ann.example/failures'

describe('a transfer paid by bank transfer', () => {
  const service = testService()
  let ann: Person
  let transferId: number
  let source: bigint
  let fee: bigint
  let target: bigint

  it('has deposit details in its source currency with its reference, and no booked money, before it is paid', async () => {
    ann = await service.createUser()
    await subscribes(ann, 'transfers#state-change', STATE_CHANGES_URL)
    await subscribes(ann, 'transfers#payout-failure', FAILURES_URL)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { payIn: 'BANK_TRANSFER', recipient })
    ;({ source, fee, target } = termsOf(quote, 'BANK_TRANSFER'))
    transferId = (await createsTransfer(ann, { recipient, quoteId: quote.id })).id
    const route = `GET /v1/profiles/${ann.personal}/transfers/${transferId}/deposit-details/bank-transfer`
    const { payinBankAccount } = await ok(ann.call(route))
    expect(payinBankAccount.currency).toBe('GBP')
    const values = payinBankAccount.details.map(({ value }: { value: string }) => value)
    expect(values).toContain(`T${transferId}`)
    expect(await moneyOf(service, ann.personal, transferId)).toEqual({})
  })

  it('has an active issue, and no booked money, after a partial payment', async () => {
    const route = `GET /v1/simulation/transfers/${transferId}/processing?amount=10`
    const held = await ok(ann.call(route))
    expect(held).toMatchObject({ status: 'incoming_payment_waiting', hasActiveIssues: true })
    expect(await moneyOf(service, ann.personal, transferId)).toEqual({})
  })

  const stages: [string, string, () => Record<string, bigint>][] = [
    [
      'processing',
      'the source amount came from the bank and is in flight',
      () => ({ 'pay-in GBP': -source, 'in flight GBP': source }),
    ],
    [
      'funds_converted',
      'the fee is taken, the rest is sold, and the target amount is in flight',
      () => ({
        'pay-in GBP': -source,
        'fees GBP': fee,
        'desk GBP': source - fee,
        'desk EUR': -target,
        'in flight EUR': target,
      }),
    ],
    [
      'outgoing_payment_sent',
      'the target amount has left',
      () => ({
        'pay-in GBP': -source,
        'fees GBP': fee,
        'desk GBP': source - fee,
        'desk EUR': -target,
        'pay-out EUR': target,
      }),
    ],
    [
      'bounced_back?reason=ACCOUNT_CLOSED',
      'the target amount is back and in flight again',
      () => ({
        'pay-in GBP': -source,
        'fees GBP': fee,
        'desk GBP': source - fee,
        'desk EUR': -target,
        'in flight EUR': target,
      }),
    ],
    [
      'funds_refunded',
      'fee and conversion are reversed, and the source amount went back to the bank',
      () => ({ 'pay-in GBP': -source, 'pay-out GBP': source }),
    ],
  ]
  it.each(stages)('at %s the ledger shows: %s', async (name, _shown, expected) => {
    const { status } = await ok(simulate(ann, transferId, name))
    expect(status).toBe(name.split('?')[0])
    const money = await moneyOf(service, ann.personal, transferId)
    expect(money).toEqual(expected())
    for (const currency of ['GBP', 'EUR']) {
      const sides = Object.entries(money).filter(([account]) => account.endsWith(currency))
      expect(sides.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(0n)
    }
  })

  it('sends a webhook for each status in order, and one with the reason of the return', async () => {
    await service.settle()
    expect(movesAt(service, STATE_CHANGES_URL, transferId)).toEqual([
      'null -> incoming_payment_waiting',
      'incoming_payment_waiting -> processing',
      'processing -> funds_converted',
      'funds_converted -> outgoing_payment_sent',
      'outgoing_payment_sent -> bounced_back',
      'bounced_back -> funds_refunded',
    ])
    expect(messagesAt(service, FAILURES_URL)).toEqual([
      expect.objectContaining({
        transfer_id: transferId,
        profile_id: ann.personal,
        failure_reason_code: 'ACCOUNT_CLOSED',
      }),
    ])
  })
})
