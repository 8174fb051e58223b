import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient } from '../../../test/support/transfers.ts'
import { addsEmailRecipient } from '../../claims/test/claiming.ts'
import { addsOwnAccount, changesCountry, setsExcessRecipient } from './excess.ts'

describe('statements.excess-account', () => {
  const service = testService()

  it('200 sets a recipient, and replaces it', async () => {
    const ann = await service.createUser()
    for (const recipientId of [await addsOwnAccount(ann), await addsOwnAccount(ann, 'MYR')]) {
      const reply = await setsExcessRecipient(ann, recipientId)
      expect([reply.status, reply.body]).toEqual([
        200,
        { userProfileId: ann.personal, recipientId },
      ])
      const { rows } = await service.db.pool.query(
        'select recipient_id::int as id from excess_money_accounts where profile_id = $1',
        [ann.personal],
      )
      expect(rows).toEqual([{ id: recipientId }])
    }
  })

  it('422 INVALID_RECIPIENT for a recipient that is inactive, of another profile or unknown', async () => {
    const ann = await service.createUser()
    const inactive = await addsOwnAccount(ann)
    await ann.call(`DELETE /v2/accounts/${inactive}`)
    const others = [
      inactive,
      await addsOwnAccount(ann, 'SGD', { profile: ann.business }),
      await addsOwnAccount(await service.createUser()),
      1,
    ]
    for (const recipientId of others) {
      const reply = await setsExcessRecipient(ann, recipientId)
      expect([reply.status, reply.body.errors[0]]).toMatchObject([
        422,
        { code: 'INVALID_RECIPIENT', path: 'recipientId' },
      ])
    }
  })

  it('D99: 422 INVALID_RECIPIENT unless the recipient is the customer’s bank account in the currency of the limit', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    const others = [
      await addsRecipient(ann, 'GBP'),
      await addsEmailRecipient(ann, 'SGD'),
      await addsOwnAccount(ann, 'SGD', { ownedByCustomer: false }),
      await addsOwnAccount(ann, 'MYR'),
    ]
    for (const recipientId of others) {
      const { status, body } = await setsExcessRecipient(ann, recipientId)
      expect([recipientId, status, body.errors?.[0].code]).toEqual([
        recipientId,
        422,
        'INVALID_RECIPIENT',
      ])
    }
    expect(
      (
        await setsExcessRecipient(
          ann,
          await addsOwnAccount(ann, 'SGD', { accountHolderName: 'Ann Two' }),
        )
      ).status,
    ).toBe(200)
  })
})
