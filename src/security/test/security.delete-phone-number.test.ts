import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  addsPhone,
  callWithApproval,
  outcome,
  requestFunding,
  setsPin,
  verifiesPhone,
} from './protected-requests.ts'

describe('security.delete-phone-number', () => {
  const service = testService()

  it('204 once a challenge is cleared erases a verified number, which is no longer a factor', async () => {
    const ann = await service.createUser()
    const id = await verifiesPhone(ann)
    const route = `DELETE /v1/user/phone-numbers/${id}`
    expect((await callWithApproval(ann, route, {}, 'SMS')).status).toBe(204)
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
    const { rows } = await service.db.pool.query(
      'select phone_number from phone_numbers where id = $1',
      [id],
    )
    expect(rows).toEqual([{ phone_number: null }])
  })

  it('204 without a challenge for a user without factors, and the number can be added again', async () => {
    const ann = await service.createUser()
    const id = await addsPhone(ann)
    expect((await ann.call(`DELETE /v1/user/phone-numbers/${id}`)).status).toBe(204)
    await addsPhone(ann)
  })

  it("404 phone.number.not.found for another user's number, before any challenge, and for a deleted number", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const id = await addsPhone(ann)
    await setsPin(bob)
    const route = `DELETE /v1/user/phone-numbers/${id}`
    expect(outcome(await bob.call(route))).toBe('404 phone.number.not.found')
    await ann.call(route)
    expect(outcome(await ann.call(route))).toBe('404 phone.number.not.found')
  })
})
