import { describe, expect, it } from 'vitest'
import { createsCompletedGroup, fundGroup } from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok, outcome, topsUp } from '../../../test/support/transfers.ts'

describe('transfers.deposit-details', () => {
  const service = testService()
  const route = (profile: number, id: number) =>
    `GET /v1/profiles/${profile}/transfers/${id}/deposit-details/bank-transfer`

  it('200 with the bank account to pay to and the reference of the payment', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await ann.call(route(ann.personal, id))
    expect(reply.status).toBe(200)
    expect(reply.body.payinBankAccount.currency).toBe('GBP')
    const values = reply.body.payinBankAccount.details.map(({ value }: { value: string }) => value)
    expect(values).toContain(`T${id}`)
    expect(reply.body.payinBank.bankName).toEqual(expect.any(String))
    expect(reply.body.payinBank.bankAddress).toEqual({
      country: 'GB',
      firstLine: expect.any(String),
      postCode: expect.any(String),
      city: expect.any(String),
      state: null,
    })
    expect(reply.body.providerInformation.localCompanyName).toEqual(expect.any(String))
  })

  it('409 transfer.in-batch-group for a member of an unpaid batch group', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    const [member = 0] = transfers
    const reply = await ann.call(route(ann.personal, member))
    expect(outcome(reply)).toBe('409 transfer.in-batch-group')
    expect(reply.body.errors[0].arguments).toEqual([member, id])
    await ok(fundGroup(ann, id))
    expect((await ann.call(route(ann.personal, member))).status).toBe(200)
  })

  it('404 transfer.not-found for a transfer of another profile', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await ann.call(route(ann.business, id))
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
