import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { addsOwnAccount, changesCountry, setExcessRecipient } from './excess.ts'

describe('statements.excess-account', () => {
  const service = testService()

  it('200 sets a recipient, and replaces it', async () => {
    const ann = await service.createUser()
    for (const recipientId of [await addsOwnAccount(ann), await addsOwnAccount(ann, 'MYR')]) {
      const reply = await setExcessRecipient(ann, recipientId)
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
    const invalidRecipients = [
      inactive,
      await addsOwnAccount(ann, 'SGD', { profile: ann.business }),
      await addsOwnAccount(await service.createUser()),
      999_999,
    ]
    for (const recipientId of invalidRecipients) {
      const reply = await setExcessRecipient(ann, recipientId)
      expect([reply.status, reply.body.errors[0]]).toMatchObject([
        422,
        { code: 'INVALID_RECIPIENT', path: 'recipientId' },
      ])
    }
  })

  it('D99: 422 INVALID_RECIPIENT unless the recipient is the customer’s bank account in the currency of the limit', async () => {
    const ann = await service.createUser()
    await changesCountry(ann, 'SG')
    await topsUp(ann, 'SGD', 1)
    const { rows } = await service.db.pool.query(
      `select id::int from recipients where profile_id = $1 and type = 'balance'`,
      [ann.personal],
    )
    const email = { type: 'email', details: { email: 'ann@example.com' } }
    const invalidRecipients = [
      await addsOwnAccount(ann, 'SGD', email),
      rows[0].id,
      await addsOwnAccount(ann, 'SGD', { ownedByCustomer: false }),
      await addsOwnAccount(ann, 'MYR'),
    ]
    for (const recipientId of invalidRecipients) {
      const { status, body } = await setExcessRecipient(ann, recipientId)
      expect([recipientId, status, body.errors?.[0].code]).toEqual([
        recipientId,
        422,
        'INVALID_RECIPIENT',
      ])
    }
  })

  it('200 for a bank account that the customer owns under another holder name', async () => {
    const ann = await service.createUser()
    const recipientId = await addsOwnAccount(ann, 'SGD', { accountHolderName: 'Ann Two' })
    expect((await setExcessRecipient(ann, recipientId)).status).toBe(200)
  })
})
