// The refusals that both PATCH endpoints share.

import { expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { limitsOf } from '../../corridors/index.ts'
import { toWire } from '../../kernel/money.ts'
import { createQuote, errorsOf, gbpToEur } from './quote-requests.ts'

type Patch = (person: Person, quoteId: string, body: Record<string, unknown>) => Promise<Reply>

/** Declares the tests of the endpoint that `patch` calls. */
export function declareRefusedChangeTests(service: TestService, patch: Patch): void {
  it.each([
    [{ payOut: 'CA_NETWORK' }, '422 error.payOut.not.supported payOut'],
    [{ payOut: 'PIGEON' }, '400 NotAllowed payOut'],
    [{ targetAccount: 'Nora' }, '400 TypeMismatch targetAccount'],
    [{ targetAccount: 4242 }, '422 INVALID_RECIPIENT targetAccount'],
  ])('refuses %j: %s', async (body, refusal) => {
    const ann = await service.createUser()
    const { id } = await createQuote(ann, gbpToEur)
    expect(errorsOf(await patch(ann, id, body))).toEqual([refusal])
  })

  it('422 error.fee.exceeds-amount when the fee of the new pay-out method takes the whole amount', async () => {
    const ann = await service.createUser()
    const { id } = await createQuote(ann, { ...gbpToEur, sourceAmount: 5 })
    expect(errorsOf(await patch(ann, id, { payOut: 'SWIFT_OUR' }))).toEqual([
      '422 error.fee.exceeds-amount sourceAmount',
    ])
  })

  it('422 error.amount.too-low when the new fee leaves less than the minimum', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann, { ...gbpToEur, sourceAmount: 100, payOut: 'SWIFT_OUR' })
    const fee = quote.paymentOptions[0].fee.total
    const { id } = await createQuote(ann, {
      ...gbpToEur,
      sourceAmount: Number((fee + 0.1).toFixed(2)),
    })
    expect(errorsOf(await patch(ann, id, { payOut: 'SWIFT_OUR' }))).toEqual([
      '422 error.amount.too-low sourceAmount',
    ])
  })

  it('422 error.amount.too-high when the lower fee of another pay-out method leaves more than the maximum', async () => {
    const ann = await service.createUser()
    const targetAmount = toWire({
      minor: limitsOf('GBP', 'EUR').maxTargetMinor,
      currency: 'EUR',
    })
    const largest = await createQuote(ann, { ...gbpToEur, sourceAmount: null, targetAmount })
    const sourceAmount = Number((largest.paymentOptions[0].sourceAmount - 0.01).toFixed(2))
    const { id } = await createQuote(ann, { ...gbpToEur, sourceAmount })
    expect(errorsOf(await patch(ann, id, { payOut: 'BALANCE' }))).toEqual([
      '422 error.amount.too-high sourceAmount',
    ])
  })

  it('422 error.quote.expired from expirationTime on', async () => {
    const ann = await service.createUser()
    const { id } = await createQuote(ann, gbpToEur)
    await service.advance({ minutes: 30 })
    expect(errorsOf(await patch(ann, id, {}))).toEqual(['422 error.quote.expired -'])
  })

  it('409 quote.already-used once a transfer uses the quote', async () => {
    const ann = await service.createUser()
    const { id } = await createQuote(ann, gbpToEur)
    await createsTransfer(ann, { quoteId: id })
    expect(errorsOf(await patch(ann, id, { payOut: 'SWIFT' }))).toEqual([
      '409 quote.already-used -',
    ])
  })
}
