// What both routes that change a quote refuse.

import { expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { sends } from '../../../test/support/sending.ts'
import type { Reply, TestHouse } from '../../../test/support/service.ts'
import { limitsOf } from '../../corridors/index.ts'
import { toWire } from '../../kernel/money.ts'
import { quoted, refusals } from './asking.ts'

type Patch = (person: Person, quoteId: string, body: Record<string, unknown>) => Promise<Reply>

const toEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 500 }

/** Declares the tests of the route that `patch` calls. */
export function refusesChanges(h: TestHouse, patch: Patch): void {
  it.each([
    [{ payOut: 'CA_NETWORK' }, '422 error.payOut.not.supported payOut'],
    [{ payOut: 'PIGEON' }, '400 NotAllowed payOut'],
    [{ targetAccount: 'Nora' }, '400 TypeMismatch targetAccount'],
    [{ targetAccount: 4242 }, '422 INVALID_RECIPIENT targetAccount'],
  ])('refuses %j: %s', async (body, wanted) => {
    const ann = await h.user()
    const { id } = await quoted(ann, toEur)
    expect(refusals(await patch(ann, id, body))).toEqual([wanted])
  })

  it('422 error.fee.exceeds-amount when the fee of the new pay-out method takes the whole amount', async () => {
    const ann = await h.user()
    const { id } = await quoted(ann, { ...toEur, sourceAmount: 5 })
    expect(refusals(await patch(ann, id, { payOut: 'SWIFT_OUR' }))).toEqual([
      '422 error.fee.exceeds-amount sourceAmount',
    ])
  })

  it('422 error.amount.too-low when it leaves too little', async () => {
    const ann = await h.user()
    const whole = await quoted(ann, { ...toEur, sourceAmount: 100, payOut: 'SWIFT_OUR' })
    const fee = whole.paymentOptions[0].fee.total
    const { id } = await quoted(ann, { ...toEur, sourceAmount: Number((fee + 0.1).toFixed(2)) })
    expect(refusals(await patch(ann, id, { payOut: 'SWIFT_OUR' }))).toEqual([
      '422 error.amount.too-low sourceAmount',
    ])
  })

  it('422 error.amount.too-high when a cheaper pay-out method brings more than is allowed', async () => {
    const ann = await h.user()
    const targetAmount = toWire({
      minor: limitsOf('GBP', 'EUR').maxTargetMinor,
      currency: 'EUR',
    })
    const most = await quoted(ann, { ...toEur, sourceAmount: null, targetAmount })
    const sourceAmount = Number((most.paymentOptions[0].sourceAmount - 0.01).toFixed(2))
    const { id } = await quoted(ann, { ...toEur, sourceAmount })
    expect(refusals(await patch(ann, id, { payOut: 'BALANCE' }))).toEqual([
      '422 error.amount.too-high sourceAmount',
    ])
  })

  it('422 error.quote.expired from its last moment on', async () => {
    const ann = await h.user()
    const { id } = await quoted(ann, toEur)
    await h.advance({ minutes: 30 })
    expect(refusals(await patch(ann, id, {}))).toEqual(['422 error.quote.expired -'])
  })

  it('409 quote.already-used once a transfer has taken it', async () => {
    const ann = await h.user()
    const { id } = await quoted(ann, toEur)
    await sends(ann, { quoteId: id })
    expect(refusals(await patch(ann, id, { payOut: 'SWIFT' }))).toEqual([
      '409 quote.already-used -',
    ])
  })
}
