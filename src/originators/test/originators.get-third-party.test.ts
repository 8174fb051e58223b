import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, outcome } from '../../../test/support/transfers.ts'
import { thirdPartyBody, thirdPartyRoute } from './transfer-bodies.ts'

describe('originators.get-third-party', () => {
  const service = testService()

  it('200 returns the transfer as it was created, by both routes', async () => {
    const ann = await service.createUser()
    const created = await ann.call(thirdPartyRoute(ann.personal), {
      body: await thirdPartyBody(ann),
    })
    for (const version of ['v1', 'v2']) {
      const route = `GET /${version}/profiles/${ann.personal}/third-party-transfers/${created.body.id}`
      const reply = await ann.call(route)
      expect([reply.status, reply.body]).toEqual([200, created.body])
    }
  })

  it('404 transfer.not-found for a transfer of another profile and for one that is not third-party', async () => {
    const ann = await service.createUser()
    const created = await ann.call(thirdPartyRoute(ann.personal), {
      body: await thirdPartyBody(ann),
    })
    const { id: annsTransfer } = await createsTransfer(ann)
    for (const [profile, id] of [
      [ann.business, created.body.id],
      [ann.personal, annsTransfer],
    ]) {
      const reply = await ann.call(`GET /v2/profiles/${profile}/third-party-transfers/${id}`)
      expect(outcome(reply)).toBe('404 transfer.not-found')
      expect(reply.body.errors[0].message).toContain('no third-party transfer with this id')
    }
  })
})
