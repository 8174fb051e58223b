import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'

describe('simulation.clock', () => {
  const service = testService()

  it('200 shows what time it is in the sandbox, to either kind of token', async () => {
    for (const asker of [await service.createUser(), await service.createClient()]) {
      const reply = await asker.call('GET /v1/simulation/clock')
      expect([reply.status, reply.body]).toEqual([200, { now: '2026-01-05T10:00:00.000000Z' }])
    }
  })
})
