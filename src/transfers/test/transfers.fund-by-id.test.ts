import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsQuote,
  createsTransfer,
  outcome,
  readsTransfer,
  topsUp,
} from '../../../test/support/transfers.ts'

describe('transfers.fund-by-id', () => {
  const service = testService()
  const fund = async (ann: Person, id: number, body: object = { type: 'BALANCE' }) => {
    const reply = await ann.call(`POST /v1/transfers/${id}/payments`, { body })
    return [reply.status, reply.body.errors?.[0].code ?? reply.body.status]
  }

  it('201 pays a transfer of any profile of the caller, from a balance of that profile', async () => {
    const ann = await service.createUser()
    for (const profile of [ann.personal, ann.business]) {
      await topsUp(ann, 'GBP', 100, profile)
      const { id } = await createsTransfer(ann, { profile })
      expect(await fund(ann, id)).toEqual([201, 'COMPLETED'])
      expect((await readsTransfer(ann, id)).status).toBe('processing')
    }
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await topsUp(bob, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    expect(await fund(bob, id)).toEqual([404, 'transfer.not-found'])
  })

  it('404 with the fields that client programs read in addition to errors (gap 252)', async () => {
    const ann = await service.createUser()
    const route = 'POST /v1/transfers/999999999/payments'
    const { status, body } = await ann.call(route, { body: { type: 'BALANCE' } })
    const { errors, ...fields } = body
    expect([status, errors[0].code]).toEqual([404, 'transfer.not-found'])
    expect(fields).toEqual({
      type: 'BALANCE',
      status: 'REJECTED',
      errorCode: 'transfer.not-found',
      errorMessage:
        'You have no transfer with this id. Check the id, and the profile if the path names one.',
    })
  })

  it('422 payment.type-not-supported, balance.not-usable and balance.insufficient-funds, as for transfers.fund', async () => {
    const ann = await service.createUser()
    const euros = await topsUp(ann, 'EUR', 500)
    const { id } = await createsTransfer(ann)
    expect(await fund(ann, id, { type: 'CASH' })).toEqual([422, 'payment.type-not-supported'])
    const fromEuros = { type: 'BALANCE', balanceId: euros }
    expect(await fund(ann, id, fromEuros)).toEqual([422, 'balance.not-usable'])
    expect(await fund(ann, id)).toEqual([422, 'balance.insufficient-funds'])
  })

  it('409 payment.exists for a paid transfer, transfer.invalid-state for a cancelled one', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const [paid, cancelled] = [await createsTransfer(ann), await createsTransfer(ann)]
    await fund(ann, paid.id)
    expect(await fund(ann, paid.id)).toEqual([409, 'payment.exists'])
    await ann.call(`PUT /v1/transfers/${cancelled.id}/cancel`)
    expect(await fund(ann, cancelled.id)).toEqual([409, 'transfer.invalid-state'])
  })

  it('422 payment.option-unavailable when the quote has no BALANCE option', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id: quoteId } = await createsQuote(ann, { payIn: 'BANK_TRANSFER' })
    const { id } = await createsTransfer(ann, { quoteId })
    await service.db.pool.query(
      `update quotes set options = (select jsonb_agg(o) from jsonb_array_elements(options) o
                                     where o->>'payIn' <> 'BALANCE') where id = $1`,
      [quoteId],
    )
    expect(await fund(ann, id)).toEqual([422, 'payment.option-unavailable'])
  })

  it('409 transfer.in-batch-group for a member of an unpaid group', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await service.db.pool.query('update transfers set batch_group_id = $1 where id = $2', [
      randomUUID(),
      id,
    ])
    expect(await fund(ann, id)).toEqual([409, 'transfer.in-batch-group'])
  })

  it('422 profile.owes while the profile has a debt, also in another currency', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'owed', 'USD', -5, 1)`,
      [ann.personal],
    )
    await service.db.pool.query(
      `insert into ledger_postings
         (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
       values ($1, 'debt-incurred', 'x:1', 'owed', 'pay-in', 'USD', 5, now())`,
      [ann.personal],
    )
    expect(await fund(ann, id)).toEqual([422, 'profile.owes'])
  })
})

describe('transfers.fund-by-id after the rate has moved', () => {
  const service = testService()

  it('422 error.amount.not-payable when the current rate leaves a target amount of zero', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann, { target: 'USD' })
    await service.advance({ minutes: 31 })
    await setsRate(service, 'GBP', '10000000')
    const route = `POST /v1/transfers/${id}/payments`
    const reply = await ann.call(route, { body: { type: 'BALANCE' } })
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
  })
})
