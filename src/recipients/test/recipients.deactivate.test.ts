import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { addRecipient } from './samples.ts'

describe('recipients.deactivate', () => {
  const service = testService()

  it('200 returns the recipient with active false', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann)
    const before = (await ann.call(`GET /v2/accounts/${id}`)).body
    const reply = await ann.call(`DELETE /v2/accounts/${id}`)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ ...before, active: false })
  })

  it('403 RECIPIENT_INACTIVE for a deactivated recipient', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann)
    await ann.call(`DELETE /v2/accounts/${id}`)
    const reply = await ann.call(`DELETE /v2/accounts/${id}`)
    expect(reply.status).toBe(403)
    expect(reply.body.errors).toMatchObject([{ code: 'RECIPIENT_INACTIVE', arguments: [id] }])
  })

  it('403 RECIPIENT_INACTIVE for the slower of two concurrent requests', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann)
    const lock = rowLock('recipients', { id })
    const deactivate = () => ann.call(`DELETE /v2/accounts/${id}`)
    const done = await raceResults(service.db, lock, [deactivate, deactivate])
    expect(done.map(outcome).sort()).toEqual(['200', '403 RECIPIENT_INACTIVE'])
  })

  it("404 RECIPIENT_MISSING for another user's recipient, which stays active", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await addRecipient(bob)
    const reply = await ann.call(`DELETE /v2/accounts/${id}`)
    expect(outcome(reply)).toBe('404 RECIPIENT_MISSING')
    expect((await bob.call(`GET /v1/accounts/${id}`)).body.active).toBe(true)
  })
})
