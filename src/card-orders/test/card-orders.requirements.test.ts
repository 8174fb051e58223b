import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { ordersCard, ordersIssuedCard, ordersPath, physical } from './card-order-fixtures.ts'

describe('card-orders.requirements', () => {
  const service = testService()
  const statusesOf = async ({ call, personal }: Person, id: number) => {
    const { requirements } = await ok(call(`GET ${ordersPath(personal)}/${id}/requirements`))
    return requirements.map(
      ({ type, status }: { type: string; status: string }) => `${type} ${status}`,
    )
  }

  it('D77a: 200 with NEEDS_ACTION for an unverified profile, COMPLETED once it is verified and also after it loses the verification', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await ordersCard(ann)
    expect(await statusesOf(ann, id)).toEqual(['VERIFICATION NEEDS_ACTION', 'ADDRESS COMPLETED'])
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect(await statusesOf(ann, id)).toEqual(['VERIFICATION COMPLETED', 'ADDRESS COMPLETED'])
    await service.db.pool.query('update profiles set verified = false where id = $1', [
      ann.personal,
    ])
    expect(await statusesOf(ann, id)).toEqual(['VERIFICATION COMPLETED', 'ADDRESS COMPLETED'])
  })

  it('D77a: 200 with PENDING while an identity document waits for a decision', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await ordersCard(ann)
    const document = {
      type: 'PASSPORT',
      firstName: 'Ann',
      lastName: 'Sample',
      uniqueIdentifier: 'P1234567',
      issueDate: '2020-01-01',
      issuerCountry: 'GB',
      expiryDate: '2030-01-01',
    }
    const reply = await ok(
      ann.call(`POST /v1/profiles/${ann.personal}/verification-documents`, { body: document }),
    )
    expect(reply.success).toBe(true)
    expect((await statusesOf(ann, id))[0]).toBe('VERIFICATION PENDING')
  })

  it('D77a: 200 with a PIN that is NOT_INITIATED, and COMPLETED once it is chosen or the physical card is issued; without a PIN for a virtual card', async () => {
    const ann = await service.createUser()
    const { id } = await ordersCard(ann, physical)
    expect((await statusesOf(ann, id))[0]).toBe('PIN NOT_INITIATED')
    await service.db.pool.query('update card_reservations set pin = $2 where order_id = $1', [
      id,
      Buffer.from('x'),
    ])
    expect((await statusesOf(ann, id))[0]).toBe('PIN COMPLETED')
    await service.db.pool.query('update card_reservations set pin = null where order_id = $1', [id])
    await service.settle()
    expect((await statusesOf(ann, id))[0]).toBe('PIN COMPLETED')
    const virtual = await ordersIssuedCard(service, ann)
    expect(await statusesOf(ann, virtual.id)).toEqual([
      'VERIFICATION COMPLETED',
      'ADDRESS COMPLETED',
    ])
  })

  it('404 card-order.not-found for an order of another profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await ordersCard(ann)
    const reply = await bob.call(`GET ${ordersPath(bob.personal)}/${id}/requirements`)
    expect(outcome(reply)).toBe('404 card-order.not-found')
  })
})
