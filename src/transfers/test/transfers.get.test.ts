import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { sends } from '../../../test/support/sending.ts'

describe('transfers.get', () => {
  const h = house()

  it('200 the same as its creation answered', async () => {
    const ann = await h.user()
    const transfer = await sends(ann)
    const reply = await ann.call(`GET /v1/transfers/${transfer.id}`)
    expect([reply.status, reply.body]).toEqual([200, transfer])
  })

  it('404 transfer.not-found for an unknown one and for a stranger’s', async () => {
    const ann = await h.user()
    const { id } = await sends(await h.user())
    for (const transferId of [id, 999_999_999]) {
      const reply = await ann.call(`GET /v1/transfers/${transferId}`)
      expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'transfer.not-found'])
    }
  })

  it('400 for what is no id', async () => {
    const ann = await h.user()
    expect((await ann.call('GET /v1/transfers/mine')).status).toBe(400)
  })
})
