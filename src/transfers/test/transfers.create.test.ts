import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  ok,
  optionOf,
  outcome,
} from '../../../test/support/transfers.ts'
import { createQuote, errorsOf } from '../../quotes/test/quote-requests.ts'

describe('transfers.create', () => {
  const service = testService()
  const create = async (ann: Person, change: object = {}) => {
    const recipient = await addsRecipient(ann)
    const { id: quoteUuid } = await createsQuote(ann, { recipient })
    const body = {
      targetAccount: recipient,
      quoteUuid,
      customerTransactionId: randomUUID(),
      details: { reference: 'Rent' },
      ...change,
    }
    return { body, reply: await ann.call('POST /v1/transfers', { body }) }
  }

  it('200 returns the transfer with the documented order of fields, and records one event about it', async () => {
    const ann = await service.createUser()
    const { body, reply } = await create(ann)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body)).toEqual(
      (
        'id user targetAccount sourceAccount quote quoteUuid payinSessionId status reference rate created business ' +
        'transferRequest details hasActiveIssues sourceCurrency sourceValue targetCurrency targetValue ' +
        'customerTransactionId'
      ).split(' '),
    )
    expect(reply.body).toMatchObject({
      user: ann.userId,
      targetAccount: body.targetAccount,
      sourceAccount: null,
      quote: null,
      quoteUuid: body.quoteUuid,
      status: 'incoming_payment_waiting',
      reference: 'Rent',
      created: '2026-01-05 10:00:00',
      business: null,
      hasActiveIssues: false,
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      customerTransactionId: body.customerTransactionId,
    })
    const { rows } = await service.db.pool.query(`select payload from events where subject = $1`, [
      `transfer:${reply.body.id}`,
    ])
    expect(rows.map(({ payload }) => payload.previous_state)).toEqual([null])
  })

  it('200 shows the amounts of the chosen option; sourceValue is the amount less the fee', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const pounds = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 100 }
    const chosen = { targetAccount: recipient, preferredPayIn: 'CREDIT' }
    const quote = await createQuote(ann, { ...pounds, ...chosen })
    const option = optionOf(quote, 'CREDIT')
    expect(option.targetAmount).not.toBe(optionOf(quote, 'BALANCE').targetAmount)
    const transfer = await createsTransfer(ann, { recipient, quoteId: quote.id })
    expect(transfer.sourceValue).toBeCloseTo(option.sourceAmount - option.fee.total, 10)
    expect(transfer.targetValue).toBe(option.targetAmount)
    expect(transfer.rate).toBe(quote.rate)
  })

  it('200 for a business profile shows the id of the profile as business', async () => {
    const ann = await service.createUser()
    const transfer = await createsTransfer(ann, { profile: ann.business })
    expect(transfer.business).toBe(ann.business)
  })

  it('200 with the same transfer for the same key and request, also after its status changed', async () => {
    const ann = await service.createUser()
    const { body, reply } = await create(ann)
    await ann.call(`PUT /v1/transfers/${reply.body.id}/cancel`, { body: {} })
    const again = await ann.call('POST /v1/transfers', {
      body: {
        ...body,
        targetAccount: String(body.targetAccount),
        details: { reference: 'Rent', x: 1 },
      },
    })
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...reply.body, status: 'cancelled' })
  })

  it('D91: 200 with the same transfer when empty fields are left out, empty or null', async () => {
    const ann = await service.createUser()
    const { body, reply } = await create(ann, { details: { reference: '' } })
    expect(reply.status).toBe(200)
    for (const details of [undefined, null, {}, { reference: null, sourceOfFunds: '' }]) {
      const again = await ann.call('POST /v1/transfers', { body: { ...body, details } })
      expect([details, again.status, again.body.id]).toEqual([details, 200, reply.body.id])
    }
  })

  it('409 idempotency.key.reused for the same key with another request', async () => {
    const ann = await service.createUser()
    const { body } = await create(ann)
    const reply = await ann.call('POST /v1/transfers', {
      body: { ...body, details: { reference: 'Food' } },
    })
    expect(outcome(reply)).toBe('409 idempotency.key.reused')
  })

  it('200 with different transfers for two users with the same key', async () => {
    const customerTransactionId = randomUUID()
    const one = await create(await service.createUser(), { customerTransactionId })
    const two = await create(await service.createUser(), { customerTransactionId })
    expect([one.reply.status, two.reply.status]).toEqual([200, 200])
    expect(two.reply.body.id).not.toBe(one.reply.body.id)
  })

  it('409 quote.already-used for a second transfer of a quote, and no transfer is created', async () => {
    const ann = await service.createUser()
    const { body } = await create(ann)
    const reply = await ann.call('POST /v1/transfers', {
      body: { ...body, customerTransactionId: randomUUID() },
    })
    expect(outcome(reply)).toBe('409 quote.already-used')
    const list = await ann.call('GET /v1/transfers')
    expect(list.body).toHaveLength(1)
  })

  it('422 error.quote.not.found for an unknown quote and for a quote of another user', async () => {
    const ann = await service.createUser()
    const { body } = await create(await service.createUser())
    for (const quoteUuid of [randomUUID(), body.quoteUuid]) {
      const { reply } = await create(ann, { quoteUuid })
      expect(outcome(reply)).toBe('422 error.quote.not.found')
      expect(reply.body.errors[0].arguments).toEqual([quoteUuid])
    }
  })

  it('422 error.quote.expired after thirty minutes', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const { id: quoteUuid } = await createsQuote(ann, { recipient })
    await service.advance({ minutes: 30, seconds: 1 })
    const { reply } = await create(ann, { quoteUuid, targetAccount: recipient })
    expect(outcome(reply)).toBe('422 error.quote.expired')
  })

  it('422 INVALID_RECIPIENT for a recipient that is unknown, of another user, inactive or of another currency', async () => {
    const ann = await service.createUser()
    const inactive = await addsRecipient(ann)
    await ann.call(`DELETE /v2/accounts/${inactive}`)
    const foreign = await addsRecipient(await service.createUser())
    const pounds = await addsRecipient(ann, 'GBP')
    for (const targetAccount of [999_999_999, foreign, inactive, pounds]) {
      const { id: quoteUuid } = await createsQuote(ann)
      const reply = await ann.call('POST /v1/transfers', {
        body: { targetAccount, quoteUuid, customerTransactionId: randomUUID() },
      })
      expect(outcome(reply)).toBe('422 INVALID_RECIPIENT')
      expect(reply.body.errors[0].path).toBe('targetAccount')
    }
  })

  it('422 INVALID_SOURCE_ACCOUNT for a recipient of another currency or profile, unknown, deleted, or known by e-mail', async () => {
    const ann = await service.createUser()
    const deleted = await addsRecipient(ann, 'GBP')
    await ann.call(`DELETE /v2/accounts/${deleted}`)
    const mail = { currency: 'GBP', type: 'email', details: { email: 'nora@example.com' } }
    const { id: byEmail } = await ok(
      ann.call('POST /v1/accounts', {
        body: { profile: ann.personal, accountHolderName: 'Nora Sample', ...mail },
      }),
    )
    const others = [
      await addsRecipient(ann, 'EUR'),
      await addsRecipient(ann, 'GBP', ann.business),
      deleted,
      byEmail,
    ]
    for (const sourceAccount of [...others, 999_999_999]) {
      const { reply } = await create(ann, { sourceAccount })
      expect(outcome(reply)).toBe('422 INVALID_SOURCE_ACCOUNT')
    }
    const good = await create(ann, { sourceAccount: await addsRecipient(ann, 'GBP') })
    expect(good.reply.status).toBe(200)
  })

  it('422 NOT_VALID for a reference longer than the 35 characters that the route allows', async () => {
    const createWith = async (length: number) => {
      const details = { reference: 'x'.repeat(length) }
      return (await create(await service.createUser(), { details })).reply
    }
    expect(outcome(await createWith(35))).toBe('200')
    for (const length of [36, 300, 10_000]) {
      const reply = await createWith(length)
      expect(outcome(reply)).toBe('422 NOT_VALID')
      expect(reply.body.errors[0].path).toBe('details.reference')
    }
  })

  it('422 REQUIRED for a detail that the route requires: the purpose of a transfer to THB', async () => {
    const ann = await service.createUser()
    const account = { legalType: 'PRIVATE', bankCode: '002', accountNumber: '951-7-38426-0' }
    const address = { country: 'TH', city: 'Bangkok', firstLine: 'Rama I Road', postCode: '10330' }
    const { id: recipient } = await ok(
      ann.call('POST /v1/accounts', {
        body: {
          profile: ann.personal,
          currency: 'THB',
          type: 'thailand',
          accountHolderName: 'Nora Sample',
          details: { ...account, address },
        },
      }),
    )
    const { id: quoteUuid } = await createsQuote(ann, { target: 'THB', recipient })
    const body = { targetAccount: recipient, quoteUuid, customerTransactionId: randomUUID() }
    const reply = await ann.call('POST /v1/transfers', { body })
    expect(outcome(reply)).toBe('422 REQUIRED')
    expect(reply.body.errors[0].path).toBe('details.transferPurpose')
    const details = { transferPurpose: 'verification.transfers.purpose.pay.bills' }
    expect((await ann.call('POST /v1/transfers', { body: { ...body, details } })).status).toBe(200)
  })

  it('422 error.quote.blocked for a quote with a BLOCKED notice', async () => {
    const ann = await service.createUser()
    const recipient = await addsRecipient(ann)
    const order = { source: 'KPW', amount: 100_000, payIn: 'BANK_TRANSFER' } as const
    const quote = await createsQuote(ann, { ...order, recipient })
    expect(quote.notices.map(({ type }: { type: string }) => type)).toContain('BLOCKED')
    const { reply } = await create(ann, { quoteUuid: quote.id, targetAccount: recipient })
    expect(outcome(reply)).toBe('422 error.quote.blocked')
  })

  it('422 profile.*.missing for a profile that lacks a detail the transfer requires', async () => {
    const details = (change: object) => JSON.stringify({ companyType: 'OTHER', ...change })
    for (const [source, type, stored, code] of [
      ['JPY', 'personal', '{}', 'profile.kana-names.missing'],
      ['GBP', 'business', details({}), 'profile.description.missing'],
      ['GBP', 'business', details({ descriptionOfBusiness: 'Pianos' }), 'profile.webpage.missing'],
    ] as const) {
      const ann = await service.createUser()
      const profile = ann[type]
      await service.db.pool.query('update profiles set details = $2 where id = $1', [
        profile,
        stored,
      ])
      const recipient = await addsRecipient(ann, 'EUR', profile)
      const quote = await createsQuote(ann, {
        source,
        profile,
        recipient,
        amount: 10_000,
        payIn: 'BANK_TRANSFER',
      })
      const { reply } = await create(ann, { quoteUuid: quote.id, targetAccount: recipient })
      expect(outcome(reply)).toBe(`422 ${code}`)
    }
  })

  it('200 with an active issue for an unverified profile, and an event for the issue after the event of the status', async () => {
    const transfer = await createsTransfer(await service.createUser({ verified: false }))
    expect(transfer.hasActiveIssues).toBe(true)
    const { rows } = await service.db.pool.query(
      `select name, number from events where subject = $1 order by number`,
      [`transfer:${transfer.id}`],
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'transfers#state-change',
      'transfers#active-cases',
    ])
  })

  it('200 with the same transfer for the key in upper case; 400 for the key as a URN', async () => {
    const ann = await service.createUser()
    const { body, reply } = await create(ann)
    const key = body.customerTransactionId
    const again = await ann.call('POST /v1/transfers', {
      body: { ...body, customerTransactionId: key.toUpperCase() },
    })
    expect([again.status, again.body.id]).toEqual([200, reply.body.id])
    const urn = await ann.call('POST /v1/transfers', {
      body: { ...body, customerTransactionId: `urn:uuid:${key}` },
    })
    expect(urn.status).toBe(400)
  })

  it('400 with every fault together: missing fields and an invalid UUID', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/transfers', { body: { customerTransactionId: 'mine' } })
    const faults = ['Pattern customerTransactionId', 'NotNull quoteUuid', 'NotNull targetAccount']
    expect(errorsOf(reply).sort()).toEqual(faults.map((fault) => `400 ${fault}`).sort())
  })
})
