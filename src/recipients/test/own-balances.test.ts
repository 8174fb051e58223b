// The recipient of type `balance`, which represents the balances of a profile (D50).

import { describe, expect, it } from 'vitest'
import { type Reply, testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { openBalance } from '../../balances/test/fixtures.ts'
import { addRecipient } from './samples.ts'

describe('the recipient of type balance', () => {
  const service = testService()

  async function createsUserWithBalance() {
    const ann = await service.createUser()
    const { body } = await openBalance(ann, 'GBP')
    return { ann, id: body.recipientId as number }
  }

  it('D50: is read by its id in both versions, without a currency', async () => {
    const { ann, id } = await createsUserWithBalance()
    const v1 = await ann.call(`GET /v1/accounts/${id}`)
    const shownV1 = { id, type: 'balance', currency: null, ownedByCustomer: true }
    expect([v1.status, v1.body]).toMatchObject([200, shownV1])
    const v2 = await ann.call(`GET /v2/accounts/${id}`)
    const shownV2 = { id, type: 'Balance', currency: null, accountSummary: 'Own balance' }
    expect([v2.status, v2.body]).toMatchObject([200, shownV2])
  })

  it.each<[version: string, name: string, rows: (body: Reply['body']) => { id: number }[]]>([
    ['v1', 'profile', (body) => body],
    ['v2', 'profileId', (body) => body.content],
  ])('D50: is in no list of %s, with or without a filter', async (version, name, rows) => {
    const { ann } = await createsUserWithBalance()
    const { id } = await addRecipient(ann)
    for (const [filter, expected] of [
      ['', [id]],
      ['&sort=currency,asc', [id]],
      ['&ownedByCustomer=true', []],
      ['&type=balance', []],
    ] as const) {
      const { body } = await ann.call(`GET /${version}/accounts?${name}=${ann.personal}${filter}`)
      expect(rows(body).map((row) => row.id)).toEqual(expected)
    }
  })

  it.each(['v1', 'v2'])(
    '403 recipient.of-balances for DELETE /%s/accounts, and the recipient stays active',
    async (version) => {
      const { ann, id } = await createsUserWithBalance()
      const reply = await ann.call(`DELETE /${version}/accounts/${id}`)
      expect(outcome(reply)).toBe('403 recipient.of-balances')
      expect((await ann.call(`GET /v1/accounts/${id}`)).body.active).toBe(true)
    },
  )

  it("404 RECIPIENT_MISSING for the recipient of another user's balances", async () => {
    const { id } = await createsUserWithBalance()
    const bob = await service.createUser()
    for (const call of [`GET /v1/accounts/${id}`, `DELETE /v1/accounts/${id}`])
      expect(outcome(await bob.call(call))).toBe('404 RECIPIENT_MISSING')
  })

  it('422 NOT_VALID at type when a client sends a recipient of this type', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call('POST /v1/accounts', {
      body: {
        profile: ann.personal,
        currency: 'GBP',
        type: 'balance',
        accountHolderName: 'Ann Example',
        details: {},
      },
    })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ code: 'NOT_VALID', path: 'type' }])
  })
})
