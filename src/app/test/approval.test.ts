import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import type { Endpoint } from '../../kernel/endpoint.ts'
import { ConcurrentUse, withApproval } from '../http/approval.ts'
import { approvalCache } from '../http/approval-cache.ts'
import { defaultSettings } from '../settings.ts'

describe('a protected operation', () => {
  const service = testService()

  it('503 try.again.later with Retry-After when concurrent requests used the approval three times in a row', async () => {
    const { userId } = await service.createUser()
    const endpoint = {
      access: { token: 'user', sca: 'PHONE_NUMBER__CREATE' },
    } as unknown as Endpoint
    const caller = { kind: 'user', userId, tokenId: 1, applicationId: null, profiles: [] }
    const request = { caller, params: {}, headers: {}, method: 'POST', url: '/' } as unknown
    const app = {
      db: { reader: service.db.reader },
      mode: 'sandbox',
      settings: defaultSettings,
      approvalCache: approvalCache(),
    } as const
    let tries = 0
    const failByConcurrentUse = async () => {
      tries++
      throw new ConcurrentUse()
    }
    const context = { now: service.now(), settings: defaultSettings } as Parameters<
      typeof withApproval
    >[0]['context']
    const reply = withApproval({
      app,
      endpoint,
      request: request as FastifyRequest,
      context,
      work: failByConcurrentUse,
    })
    await expect(reply).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      faults: [{ kind: { code: 'try.again.later' } }],
    })
    expect(tries).toBe(3)
  })
})
