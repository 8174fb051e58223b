// Requests quotes with every combination of pay-in and pay-out methods for the same payment to one recipient. No
// combination may be cheaper than the quote of a request that names no method (D92).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { payIns, payOuts } from '../../corridors/index.ts'
import {
  addRecipient,
  america,
  byEmail,
  germany,
  type Sample,
} from '../../recipients/test/samples.ts'
import { createQuote, dollarsAbroad, errorsOf, patchQuote, postQuote } from './quote-requests.ts'

/** Each test requests up to a thousand quotes and changes: every combination of methods for each of three amounts. */
const TIMEOUT_MS = 120_000

type Option = {
  payIn: string
  sourceAmount: number
  targetAmount: number
  estimatedDelivery: string
}
type Quote = { id: string; payOut: string; paymentOptions: Option[] }
/** The values, and undefined for a request without the field. */
const withUndefined = <T>(values: readonly T[]) => [undefined, ...values]

const recipients: readonly [description: string, Sample][] = [
  ['a European account', germany],
  ['an American account', america],
  ['an account for dollars abroad', dollarsAbroad],
  ['a recipient by e-mail', byEmail],
]
const amounts = [{ sourceAmount: 40 }, { sourceAmount: 60_000 }, { targetAmount: 50 }]

describe('D92: no combination of methods makes the same payment cheaper', () => {
  const service = testService()

  it.each(recipients)('for a payment to %s', { timeout: TIMEOUT_MS }, async (_, sample) => {
    const ann = await service.createUser()
    const { id: targetAccount } = await addRecipient(ann, sample)
    const pair = { sourceCurrency: 'GBP', targetCurrency: sample.currency }
    let patchedQuotes = 0
    for (const amount of amounts) {
      const usual = await quoteIfAccepted(ann, { ...pair, ...amount, targetAccount })
      if (usual === undefined) throw new Error('the usual quote was refused')
      for (const payOut of withUndefined(payOuts))
        for (const preferredPayIn of withUndefined(payIns)) {
          const body = { ...pair, ...amount, preferredPayIn, payOut }
          const withRecipient = await quoteIfAccepted(ann, { ...body, targetAccount })
          if (withRecipient) expectNotCheaper(withRecipient, usual)
          const open = await quoteIfAccepted(ann, body)
          if (open === undefined) continue
          for (const patchedPayOut of withUndefined(payOuts)) {
            const { status, body: patched } = await patchQuote(ann, open.id, {
              targetAccount,
              payOut: patchedPayOut,
            })
            if (status !== 200) continue
            patchedQuotes += 1
            expectNotCheaper(patched, usual)
          }
        }
    }
    // Each amount has at least the quote that names no method.
    expect(patchedQuotes).toBeGreaterThanOrEqual(amounts.length)
  })

  it.each(['SWIFT', 'SWIFT_OUR', 'BALANCE'])(
    '422 INVALID_RECIPIENT for a transfer to a European account with a quote for payOut %s',
    async (payOut) => {
      const ann = await service.createUser()
      const { id: targetAccount } = await addRecipient(ann, germany)
      const toEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 40 }
      const { id: quoteUuid } = await createQuote(ann, { ...toEur, payOut })
      const body = { targetAccount, quoteUuid, customerTransactionId: randomUUID(), details: {} }
      expect(errorsOf(await ann.call('POST /v1/transfers', { body }))).toEqual([
        '422 INVALID_RECIPIENT targetAccount',
      ])
    },
  )

  it('payOut BALANCE with a bank recipient is accepted, and has the terms of a bank transfer that is paid from a balance', async () => {
    const ann = await service.createUser()
    const { id: targetAccount } = await addRecipient(ann, germany)
    const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 40, targetAccount }
    const usual = await quoteIfAccepted(ann, { ...body, preferredPayIn: 'BALANCE' })
    const toBalance = await quoteIfAccepted(ann, { ...body, payOut: 'BALANCE' })
    expect(toBalance).toMatchObject({ payOut: 'BANK_TRANSFER', preferredPayIn: 'BALANCE' })
    const terms = ({ payIn, sourceAmount, targetAmount, estimatedDelivery }: Option) => [
      payIn,
      sourceAmount,
      targetAmount,
      estimatedDelivery,
    ]
    expect(toBalance?.paymentOptions.map(terms)).toEqual(usual?.paymentOptions.map(terms))
  })
})

async function quoteIfAccepted(
  person: Person,
  body: Record<string, unknown>,
): Promise<Quote | undefined> {
  const reply = await postQuote(person, body)
  return reply.status === 200 ? reply.body : undefined
}

/** Checks that no pay-in method has a smaller source amount or a larger target amount than the usual quote. */
function expectNotCheaper({ payOut, paymentOptions }: Quote, usual: Quote): void {
  for (const option of paymentOptions) {
    const same = usual.paymentOptions.find(({ payIn }) => payIn === option.payIn)
    const label = `${payOut} ${option.payIn}`
    if (same === undefined) throw new Error(`the usual quote has no ${label}`)
    expect(option.sourceAmount, label).toBeGreaterThanOrEqual(same.sourceAmount)
    expect(option.targetAmount, label).toBeLessThanOrEqual(same.targetAmount)
  }
}
