import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { pays } from '../../../test/support/sending.ts'

describe('statements.excess-account', () => {
  const h = house()
  const path = (profile: number) => `POST /v1/profiles/${profile}/excess-money-account`

  it('200 names a recipient, and then another', async () => {
    const ann = await h.user()
    for (const recipientId of [await pays(ann), await pays(ann, 'GBP')]) {
      const reply = await ann.call(path(ann.personal), { body: { recipientId } })
      expect([reply.status, reply.body]).toEqual([
        200,
        { userProfileId: ann.personal, recipientId },
      ])
      const { rows } = await h.db.pool.query(
        'select recipient_id::int as id from excess_money_accounts where profile_id = $1',
        [ann.personal],
      )
      expect(rows).toEqual([{ id: recipientId }])
    }
  })

  it('422 INVALID_RECIPIENT for one that is inactive, of another profile or unknown', async () => {
    const ann = await h.user()
    const inactive = await pays(ann)
    await ann.call(`DELETE /v2/accounts/${inactive}`)
    const others = [inactive, await pays(ann, 'EUR', ann.business), await pays(await h.user()), 1]
    for (const recipientId of others) {
      const reply = await ann.call(path(ann.personal), { body: { recipientId } })
      expect([reply.status, reply.body.errors[0]]).toMatchObject([
        422,
        { code: 'INVALID_RECIPIENT', path: 'recipientId' },
      ])
    }
  })
})
