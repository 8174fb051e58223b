// GET /v1/sandbox/profiles/{profileId}/transfers: the transfers of a profile with their costs, recipients and issues.

import { expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { claimableTransfer } from '../../claims/test/claiming.ts'

const service = testService()
const pathOf = ({ personal }: Person) => `GET /v1/sandbox/profiles/${personal}/transfers`
const list = (person: Person, query: Record<string, string> = {}) =>
  ok(person.call(pathOf(person), { query }))

it('200 has the fields of the transfer, the total that the sender pays, the fee and the name of the recipient', async () => {
  const ann = await service.createUser()
  const transfer = await createsTransfer(ann)
  const [summary] = await list(ann)
  expect(summary).toMatchObject({
    ...transfer,
    cost: 100,
    paidBy: null,
    payOut: 'BANK_TRANSFER',
    batchGroupId: null,
    issues: [],
  })
  expect(summary.recipientName).toBe('Nora Sample')
  expect(summary.fee).toBeGreaterThan(0)
  expect(summary.sourceValue + summary.fee).toBeCloseTo(summary.cost)
})

it('200 has the pay-in method of a paid transfer as paidBy', async () => {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 1000)
  await ok(fundTransfer(ann, (await createsTransfer(ann)).id))
  await ok(simulate(ann, (await createsTransfer(ann)).id, 'processing'))
  expect((await list(ann)).map(({ paidBy }: { paidBy: string }) => paidBy)).toEqual([
    'BANK_TRANSFER',
    'BALANCE',
  ])
})

it('200 has the issues that hold a transfer up', async () => {
  const ann = await service.createUser()
  await claimableTransfer(service, ann)
  const [summary] = await list(ann)
  expect(summary.issues).toEqual([
    {
      type: 'recipient_details_missing',
      state: 'OPENED',
      description: 'The recipient has not given bank details yet.',
    },
  ])
})

it('200 newest first, by target currency, and in pages by limit and beforeId; 400 transfers.list.invalid for an unknown status', async () => {
  const ann = await service.createUser()
  const euros = await createsTransfer(ann)
  const dollars = await createsTransfer(ann, { target: 'USD' })
  const idsOf = (summaries: { id: number }[]) => summaries.map(({ id }) => id)
  expect(idsOf(await list(ann, { targetCurrency: 'USD' }))).toEqual([dollars.id])
  expect(idsOf(await list(ann))).toEqual([dollars.id, euros.id])
  expect(idsOf(await list(ann, { limit: '1' }))).toEqual([dollars.id])
  expect(idsOf(await list(ann, { beforeId: String(dollars.id) }))).toEqual([euros.id])
  const refused = await ann.call(pathOf(ann), { query: { status: 'paid' } })
  expect(outcome(refused)).toBe('400 transfers.list.invalid')
  expect(refused.body.errors[0].path).toBe('status')
})

it('404 not.found for the profile of another user', async () => {
  const ann = await service.createUser()
  const bob = await service.createUser()
  expect(outcome(await bob.call(pathOf(ann)))).toBe('404 not.found')
})
