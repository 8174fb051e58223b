import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { addRecipient } from './samples.ts'

describe('recipients.deactivate-v1', () => {
  const service = testService()

  it('204 deactivates the recipient; the reply has no body', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann)
    const reply = await ann.call(`DELETE /v1/accounts/${id}`)
    expect(reply.status).toBe(204)
    expect(reply.text).toBe('')
    expect((await ann.call(`GET /v1/accounts/${id}`)).body.active).toBe(false)
  })

  it('403 RECIPIENT_INACTIVE for a recipient that DELETE /v2/accounts/{id} deactivated', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann)
    await ann.call(`DELETE /v2/accounts/${id}`)
    const reply = await ann.call(`DELETE /v1/accounts/${id}`)
    expect(outcome(reply)).toBe('403 RECIPIENT_INACTIVE')
  })

  it('404 RECIPIENT_MISSING for an unknown id', async () => {
    const reply = await (await service.createUser()).call('DELETE /v1/accounts/999999')
    expect(outcome(reply)).toBe('404 RECIPIENT_MISSING')
  })
})
