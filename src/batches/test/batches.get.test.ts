import { describe, expect, it } from 'vitest'
import {
  addTransfer,
  changeGroup,
  createsCompletedGroup,
  createsFilledGroup,
  createsGroup,
  endsGroup,
  endsTimeToPay,
  fundGroup,
  readsGroup,
} from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, ok, optionOf, outcome, topsUp } from '../../../test/support/transfers.ts'

describe('batches.get', () => {
  const service = testService()

  it('200 lists the transfers immediately, and payInDetails only while COMPLETED', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsFilledGroup(ann)
    expect(await readsGroup(ann, id)).toMatchObject({
      status: 'NEW',
      transferIds: transfers,
      payInDetails: [],
      alreadyPaid: false,
    })
    await endsGroup(ann, id, 'COMPLETED')
    const { payInDetails } = await readsGroup(ann, id)
    expect(payInDetails).toEqual([
      {
        type: 'bank_transfer',
        reference: expect.stringMatching(/^B\d+$/),
        amount: expect.any(Number),
        currency: 'GBP',
        name: expect.any(String),
        bankCode: expect.any(String),
        accountNumber: expect.any(String),
        iban: expect.any(String),
      },
    ])
    await endsGroup(ann, id, 'CANCELLED')
    expect((await readsGroup(ann, id)).payInDetails).toEqual([])
  })

  it('200 before the sweep has run: CANCELLED when all members have lapsed, otherwise the amount of the others and a version that a change accepts', async () => {
    const ann = await service.createUser()
    const [allLapsed, partlyLapsed] = [
      await createsCompletedGroup(ann),
      await createsCompletedGroup(ann),
    ]
    const due = (await readsGroup(ann, partlyLapsed.id)).payInDetails[0].amount
    await endsTimeToPay(service, allLapsed.id, allLapsed.transfers)
    await endsTimeToPay(service, partlyLapsed.id, partlyLapsed.transfers.slice(0, 1))
    const [ended, left] = [
      await readsGroup(ann, allLapsed.id),
      await readsGroup(ann, partlyLapsed.id),
    ]
    expect(ended).toMatchObject({ status: 'CANCELLED', payInDetails: [] })
    expect(left).toMatchObject({ status: 'COMPLETED', payInDetails: [{ amount: due / 2 }] })
    const { name, sourceCurrency } = ended
    const opened = await ann.call(`POST /v3/profiles/${ann.personal}/batch-groups`, {
      body: { name, sourceCurrency },
    })
    expect(opened.body.status).toBe('CANCELLED')
    expect((await changeGroup(ann, partlyLapsed.id, 'CANCELLED', left.version)).status).toBe(200)
    await service.settle()
    expect(await readsGroup(ann, allLapsed.id)).toEqual(ended)
  })

  it('200 with payInDetails whose amount is the sum of the BANK_TRANSFER options, also of a transfer that was created for payment by credit card', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann)
    const recipient = await addsRecipient(ann)
    let due = 0
    for (const payIn of ['CREDIT', 'BANK_TRANSFER']) {
      const { body: quote } = await ann.call(`POST /v3/profiles/${ann.personal}/quotes`, {
        body: {
          sourceCurrency: 'GBP',
          targetCurrency: 'EUR',
          targetAmount: 250,
          targetAccount: recipient,
          preferredPayIn: payIn,
        },
      })
      due += optionOf(quote, 'BANK_TRANSFER').sourceAmount
      expect(optionOf(quote, 'CREDIT').sourceAmount).toBeGreaterThan(
        optionOf(quote, 'BANK_TRANSFER').sourceAmount,
      )
      await ok(addTransfer(ann, id, { quoteId: quote.id, recipient }))
    }
    await endsGroup(ann, id, 'COMPLETED')
    const [details] = (await readsGroup(ann, id)).payInDetails
    expect(details.amount).toBeCloseTo(due, 10)
  })

  it('200 with payInDetails that contain the addresses of the bank account', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'NOK', amount: 2000, members: 1 })
    const [details] = (await readsGroup(ann, id)).payInDetails
    expect(details).toMatchObject({
      bban: expect.any(String),
      bankAddress: { name: expect.any(String), stateCode: null },
      transferProviderAddress: { country: expect.any(String) },
    })
  })

  it('200 with alreadyPaid true for a paid group', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    await fundGroup(ann, id)
    expect(await readsGroup(ann, id)).toMatchObject({ alreadyPaid: true, status: 'COMPLETED' })
  })

  it("404 batch.group.not-found for a group of another user or of another profile, 404 not.found at another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsGroup(ann)
    for (const [person, profile] of [
      [bob, bob.personal],
      [ann, ann.business],
    ] as const) {
      const reply = await person.call(`GET /v3/profiles/${profile}/batch-groups/${id}`)
      expect(outcome(reply)).toBe('404 batch.group.not-found')
    }
    const stolen = await bob.call(`GET /v3/profiles/${ann.personal}/batch-groups/${id}`)
    expect(outcome(stolen)).toBe('404 not.found')
  })
})
