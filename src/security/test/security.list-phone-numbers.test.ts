import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsPhone } from './protected-requests.ts'

describe('security.list-phone-numbers', () => {
  const service = testService()

  it("200 lists the user's numbers, oldest first, without deleted numbers", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const list = 'GET /v1/user/phone-numbers'
    expect((await ann.call(list)).body).toEqual([])
    const first = await addsPhone(ann, '+447700900001')
    const gone = await addsPhone(ann, '+447700900002')
    const last = await addsPhone(ann, '+447700900003')
    await addsPhone(bob)
    await ann.call(`DELETE /v1/user/phone-numbers/${gone}`)
    const { status, body } = await ann.call(list)
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [first, last]])
    expect(body[0]).toEqual({
      id: first,
      phoneNumber: '+447700900001',
      type: 'PRIMARY',
      verified: false,
    })
  })
})
