import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('simulation.clock', () => {
  const service = testService()

  it('200 returns the time of the sandbox, with a user or a client token', async () => {
    for (const caller of [await service.createUser(), await service.createClient()]) {
      const reply = await caller.call('GET /v1/simulation/clock')
      expect([reply.status, reply.body]).toEqual([200, { now: '2026-01-05T10:00:00.000000Z' }])
    }
  })
})
