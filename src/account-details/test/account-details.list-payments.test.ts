// GET /v1/sandbox/profiles/{profileId}/received-payments: the payments to account details, with the ids that a return needs.

import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { getsDetails, importPayment, returnPayment, sendSwiftPayment } from './fixtures.ts'

const routeOf = ({ personal }: Person) => `GET /v1/sandbox/profiles/${personal}/received-payments`

type Page = { cursor: string | null; payments: { id: number; kind: string; state: string }[] }

describe('account-details.list-payments', () => {
  const service = testService()
  const readPage = (person: Person, query: Record<string, string> = {}): Promise<Page> =>
    ok(person.call(routeOf(person), { query }))

  it('gap 1020: 200 lists a payment with sender, amount, balance and time', async () => {
    const ann = await service.createUser()
    const details = await getsDetails(ann, 'EUR')
    const sender = { name: '<b>Nora</b>', accountNumber: 'DE89370400440532013000' }
    const { id } = await ok(importPayment(ann, 'EUR', '10.50', { sender, reference: 'Invoice 7' }))
    const { status, body } = await ann.call(routeOf(ann))
    expect(status).toBe(200)
    expect(body).toEqual({
      cursor: null,
      payments: [
        {
          id,
          accountDetailsId: details.id,
          balanceId: details.balanceId,
          kind: 'LOCAL',
          amount: { value: 10.5, currency: 'EUR' },
          state: 'COMPLETED',
          sender: { ...sender, bankCode: null, address: null },
          reference: 'Invoice 7',
          receivedAt: service.now().toString({ smallestUnit: 'millisecond' }),
        },
      ],
    })
  })

  it('200 shows a returned payment as REFUNDED, and the newest payment first', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    const { id } = await ok(importPayment(ann, 'EUR', 10))
    await ok(sendSwiftPayment(ann, 'EUR', 20))
    await ok(returnPayment(ann, id))
    const { payments } = await readPage(ann)
    expect(payments.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'SWIFT COMPLETED',
      'LOCAL REFUNDED',
    ])
  })

  it('200 shows a payment to an unverified profile as PROCESSING', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    const unverify = 'update profiles set verified = false where id = $1'
    await service.db.pool.query(unverify, [ann.personal])
    await ok(importPayment(ann, 'EUR', 10))
    expect((await readPage(ann)).payments).toMatchObject([{ state: 'PROCESSING' }])
  })

  it('200 with no payments for a profile without account details', async () => {
    const ann = await service.createUser()
    expect(await readPage(ann)).toEqual({ cursor: null, payments: [] })
  })

  it('200 lists each earlier payment once, page by page, although a payment arrives between two pages', async () => {
    const ann = await service.createUser()
    await getsDetails(ann, 'EUR')
    const ids: number[] = []
    for (const amount of [1, 2, 3]) ids.push((await ok(importPayment(ann, 'EUR', amount))).id)
    const first = await readPage(ann, { size: '2' })
    await ok(importPayment(ann, 'EUR', 4))
    const second = await readPage(ann, { size: '2', nextCursor: first.cursor ?? '' })
    const listed = [...first.payments, ...second.payments].map(({ id }) => id)
    expect(listed).toEqual(ids.toReversed())
    expect(second.cursor).toBeNull()
  })

  it('400 received-payment.cursor.invalid with the path nextCursor for a malformed cursor', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call(routeOf(ann), { query: { nextCursor: "1' or 1=1" } })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { code: 'received-payment.cursor.invalid', path: 'nextCursor' },
    ])
  })

  it('404 not.found for the profile of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    expect(outcome(await bob.call(routeOf(ann)))).toBe('404 not.found')
  })
})
