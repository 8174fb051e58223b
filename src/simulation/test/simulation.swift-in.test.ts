import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { getsDetails, sendSwiftPayment } from '../../account-details/test/fixtures.ts'
import { eventsAbout } from '../../balances/test/fixtures.ts'
import { changesCountry } from '../../statements/test/excess.ts'

describe('simulation.swift-in', () => {
  const service = testService()

  it('200 with a SWIFT payment, and swift-in#credit with its uetr (D55a)', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'GB')
    const details = await getsDetails(ann, 'GBP')
    const reply = await sendSwiftPayment(ann, 'GBP', 786.54, { reference: 'Invoice 7' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      accountDetailsId: details.id,
      kind: 'SWIFT',
      amount: 786.54,
      currency: 'GBP',
      state: 'COMPLETED',
    })
    const { id, balanceId } = reply.body
    expect(await availableOn(ann, balanceId)).toBe(786.54)
    const [event] = await eventsAbout(service, `swift-in:${id}`)
    const amount = { value: 786.54, currency: 'GBP' }
    expect(event).toMatchObject({ name: 'swift-in#credit', number: 1 })
    expect(event?.payload).toEqual({
      action: { type: 'credit', id, profile_id: ann.personal, account_id: balanceId },
      resource: {
        id: String(id),
        uetr: expect.stringMatching(/^[\da-f-]{36}$/),
        reference: 'Invoice 7',
        recipient: {
          name: 'Ann Sample',
          address: '1 High Street, Somewhere, United Kingdom',
          account: expect.stringMatching(/^GB\d\dGDWT0903/),
        },
        sender: {
          name: 'Nora Sample',
          address: 'Unter den Linden 1, 10117 Berlin, Germany',
          account: 'DE89370400440532013000',
          bank_code: { value: 'COBADEFFXXX', type: 'BIC' },
        },
        exchange_rate: 1,
        instructed_amount: amount,
        settled_amount: amount,
        fee: { provider: [], correspondent: [] },
        transaction_time: '2026-01-05T10:00:00Z',
      },
      occurred_at: '2026-01-05T10:00:00Z',
    })
  })

  it('200 for a sender without address and account number, which the event shows as "Not reported"', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    const { id } = await ok(
      sendSwiftPayment(ann, 'EUR', 1, { sender: { name: 'Bo', bankCode: 'My Bank' } }),
    )
    const [event] = await eventsAbout(service, `swift-in:${id}`)
    expect(event?.payload).toMatchObject({
      resource: {
        sender: {
          name: 'Bo',
          address: 'Not reported',
          account: 'Not reported',
          bank_code: { value: 'My Bank', type: 'BANK NAME' },
        },
      },
    })
  })

  it('400 not.valid for a currency without international account details, or without any account details', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'AUD')
    for (const currency of ['AUD', 'EUR']) {
      const reply = await sendSwiftPayment(ann, currency, 10)
      expect(outcome(reply)).toBe('400 not.valid')
      expect(reply.body.code).toBe('not.valid')
    }
  })

  it('422 error.greaterThanZero for an amount of zero, amount.not-exact for too many decimals', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'USD')
    expect(outcome(await sendSwiftPayment(ann, 'USD', 0))).toBe('422 error.greaterThanZero')
    expect(outcome(await sendSwiftPayment(ann, 'USD', 0.001))).toBe('422 amount.not-exact')
  })

  it('422 balance.full when the balance would have more than fifteen digits', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'USD')
    await ok(sendSwiftPayment(ann, 'USD', 9_999_999_999_999))
    expect(outcome(await sendSwiftPayment(ann, 'USD', 1))).toBe('422 balance.full')
  })
})
