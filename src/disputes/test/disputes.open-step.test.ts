import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { flowsPathOf, NETWORK, paysByCard } from './disputing.ts'

describe('disputes.open-step', () => {
  const service = testService()
  let ann: Person
  beforeEach(async () => {
    ann = await service.createUser()
  })

  type Step = { scheme?: string; reason?: string; body?: object }
  const openStep = (
    transactionId: number | string,
    { scheme = NETWORK, reason = 'WRONG_AMOUNT', body = {} }: Step = {},
  ) =>
    ann.call(`POST ${flowsPathOf(ann)}/step/${scheme}/${reason}`, {
      query: { transactionId: String(transactionId) },
      body,
    })

  it('200 has the recorded shape for TROUBLE_WITH_GOODS_SERVICES; D80: its actions use flows/step and the network in lower case', async () => {
    const id = await paysByCard(service, ann)
    const step = await ok(openStep(id, { reason: 'TROUBLE_WITH_GOODS_SERVICES' }))
    expect(step).toMatchObject({
      key: 'TROUBLE_WITH_GOODS_SERVICES',
      type: 'form',
      actions: [],
      schemas: [],
      layout: [{ type: 'decision' }],
    })
    expect(step.layout[0].options).toHaveLength(4)
    expect(step.layout[0].options[0]).toMatchObject({
      disabled: false,
      action: {
        url: `${flowsPathOf(ann)}/step/card_network_a/NEVER_ARRIVED?transactionId=${id}`,
        method: 'GET',
      },
    })
  })

  it('D80a: 200 has the e-mail address of the request as data of the action, or a form field for the address when the request does not contain it', async () => {
    const id = await paysByCard(service, ann)
    const email = 'support@partner.example'
    const withEmail = await ok(openStep(id, { body: { email } }))
    expect(withEmail.actions[0]).toMatchObject({
      url: `${flowsPathOf(ann)}/card_network_a/WRONG_AMOUNT`,
      method: 'POST',
      data: { transaction: { transactionId: String(id), email } },
    })
    expect(withEmail.schemas[0].properties).not.toHaveProperty('transaction')
    const without = await ok(openStep(id))
    expect(without.actions[0]).not.toHaveProperty('data')
    expect(without.schemas[0].properties.transaction.required).toEqual(['transactionId', 'email'])
  })

  it('200 offers the currencies of the transaction and of the card first, without repetition', async () => {
    const id = await paysByCard(service, ann)
    const { schemas } = await ok(openStep(id))
    const { currency } = schemas[0].properties.form.properties.charged.properties
    const codes = currency.oneOf.map((each: { const: string }) => each.const)
    expect(codes.slice(0, 2)).toEqual(['EUR', 'GBP'])
    expect(codes).toHaveLength(11)
    expect(currency.default).toBe('EUR')
  })

  it('200 accepts the network in a mix of upper and lower case', async () => {
    const id = await paysByCard(service, ann)
    expect(outcome(await openStep(id, { scheme: 'card_Network_a' }))).toBe('200')
  })

  it('200 disables the options for a single transaction when there are several', async () => {
    const ids = [await paysByCard(service, ann), await paysByCard(service, ann)]
    const { layout } = await ok(openStep(ids.join(), { reason: 'UNAUTHORIZED' }))
    const disabled = layout[0].options.map((each: { disabled: boolean }) => each.disabled)
    expect(disabled).toEqual([true, true, false, false])
    expect(layout[0].options[2].action.url).toContain(`transactionId=${ids.join()}`)
  })

  it.each([
    ['404 dispute.scheme.not-found', { scheme: 'CARD_NETWORK_C' }],
    ['404 dispute.scheme.not-found', { scheme: '__proto__' }],
    ['404 dispute.reason.not-found', { reason: 'NOT_A_REASON' }],
    ['404 dispute.reason.not-found', { reason: 'constructor' }],
    ['422 dispute.scheme.mismatch', { scheme: 'CARD_NETWORK_B' }],
  ])('%s for %j', async (expected, step) => {
    expect(outcome(await openStep(await paysByCard(service, ann), step))).toBe(expected)
  })

  it.each(['a', '0', '-1', '1,', '1;2', '1.5', '9'.repeat(17)])(
    '400 dispute.transaction.invalid for the transaction id %j',
    async (id) => {
      expect(outcome(await openStep(id))).toBe('400 dispute.transaction.invalid')
    },
  )

  it('400 at transactionId for an empty transaction id', async () => {
    const { status, body } = await openStep('')
    expect([status, body.errors[0].path]).toEqual([400, 'transactionId'])
  })

  it.each(['', 'nobody', 'a@b, c@d', 'Ann <ann@example.com>', 'a@b\u0007', `${'a'.repeat(254)}@b`])(
    '400 at email for the address %j, which a submission would refuse',
    async (email) => {
      const id = await paysByCard(service, ann)
      const { status, body } = await openStep(id, { body: { email } })
      expect([status, body.errors]).toMatchObject([400, [{ path: 'email' }]])
    },
  )

  it('404 card.transaction.not-found for an unknown transaction and for one of another profile', async () => {
    const bob = await service.createUser()
    const bobsPayment = await paysByCard(service, bob)
    for (const id of [bobsPayment, 999_999_999])
      expect(outcome(await openStep(id))).toBe('404 card.transaction.not-found')
    const annsPayment = await paysByCard(service, ann)
    const both = `${annsPayment},${bobsPayment}`
    expect(outcome(await openStep(both, { reason: 'CARD_POSSESSION' }))).toBe(
      '404 card.transaction.not-found',
    )
  })

  it('422 dispute.transaction.too-many for two transactions with a reason for one, and for 21; a repeated id counts once', async () => {
    const ids = [await paysByCard(service, ann), await paysByCard(service, ann)]
    expect(outcome(await openStep(ids.join()))).toBe('422 dispute.transaction.too-many')
    const many = Array.from({ length: 21 }, (_, n) => n + 1).join()
    expect(outcome(await openStep(many, { reason: 'CARD_POSSESSION' }))).toBe(
      '422 dispute.transaction.too-many',
    )
    expect(outcome(await openStep(`${ids[0]},${ids[0]}`))).toBe('200')
  })

  it('422 dispute.transaction.not-disputable for declined and cancelled payments and for refunds, 200 for a payment in progress', async () => {
    for (const options of [
      { state: 'DECLINED' },
      { state: 'CANCELLED' },
      { isRefund: true },
    ] as const) {
      const id = await paysByCard(service, ann, options)
      expect(outcome(await openStep(id))).toBe('422 dispute.transaction.not-disputable')
    }
    const inProgress = await paysByCard(service, ann, { state: 'IN_PROGRESS' })
    expect(outcome(await openStep(inProgress))).toBe('200')
  })
})
