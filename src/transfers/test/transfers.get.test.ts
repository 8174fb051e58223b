import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'

describe('transfers.get', () => {
  const service = testService()

  it('200 returns the body that POST /v1/transfers returned', async () => {
    const ann = await service.createUser()
    const transfer = await createsTransfer(ann)
    const reply = await ann.call(`GET /v1/transfers/${transfer.id}`)
    expect([reply.status, reply.body]).toEqual([200, transfer])
  })

  it('200 returns each transfer as GET /v1/transfers lists it: of a business, paid, held by an issue, after its rate lock', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 1000)
    await createsTransfer(ann, { profile: ann.business })
    await createsTransfer(ann)
    const paid = await createsTransfer(ann)
    await ok(fundTransfer(ann, paid.id))
    const underpaid = await createsTransfer(ann)
    await ok(simulate(ann, underpaid.id, 'processing?amount=1'))
    await service.advance({ minutes: 31 })
    const variants = new Set()
    for (const profile of [ann.personal, ann.business])
      for (const listed of await ok(ann.call(`GET /v1/transfers?profile=${profile}`))) {
        expect(await readsTransfer(ann, listed.id)).toEqual(listed)
        const { status, rate, hasActiveIssues, business } = listed
        variants.add([status, rate > 0, hasActiveIssues, business === ann.business].join())
      }
    expect([...variants].sort()).toEqual([
      'incoming_payment_waiting,false,false,false',
      'incoming_payment_waiting,false,false,true',
      'incoming_payment_waiting,false,true,false',
      'processing,true,false,false',
    ])
  })

  it('404 transfer.not-found for an unknown transfer and for a transfer of another user', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(await service.createUser())
    for (const transferId of [id, 999_999_999]) {
      const reply = await ann.call(`GET /v1/transfers/${transferId}`)
      expect(outcome(reply)).toBe('404 transfer.not-found')
    }
  })

  it('400 TypeMismatch for an id that is not a number', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('GET /v1/transfers/mine')
    expect(outcome(reply)).toBe('400 TypeMismatch')
  })
})
