import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { addRecipient, britain } from './samples.ts'

describe('recipients.get', () => {
  const service = testService()

  it('200 returns the recipient as POST /v1/accounts did', async () => {
    const ann = await service.createUser()
    const created = await addRecipient(ann, britain, ann.business)
    const reply = await ann.call(`GET /v1/accounts/${created.id}`)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(created)
  })

  it('200 returns a deactivated recipient with active false', async () => {
    const ann = await service.createUser()
    const created = await addRecipient(ann)
    await ann.call(`DELETE /v1/accounts/${created.id}`)
    const reply = await ann.call(`GET /v1/accounts/${created.id}`)
    expect([reply.status, reply.body]).toEqual([200, { ...created, active: false }])
  })

  it.each(['GET /v1/accounts/', 'GET /v2/accounts/'])(
    "404 RECIPIENT_MISSING for another user's recipient and for an unknown id: %s",
    async (route) => {
      const [ann, bob] = [await service.createUser(), await service.createUser()]
      const { id } = await addRecipient(bob)
      for (const accountId of [id, 2 ** 53 - 1]) {
        const reply = await ann.call(route + accountId)
        expect(reply.status).toBe(404)
        expect(reply.body.errors).toMatchObject([
          { code: 'RECIPIENT_MISSING', path: 'accountId', arguments: [accountId] },
        ])
      }
    },
  )

  it('400 TypeMismatch for an id that is not a number', async () => {
    const reply = await (await service.createUser()).call('GET /v1/accounts/nora')
    expect(outcome(reply)).toBe('400 TypeMismatch')
  })
})
