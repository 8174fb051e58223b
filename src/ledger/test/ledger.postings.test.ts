// GET /v1/sandbox/profiles/{profileId}/ledger-postings: the postings behind the balances of a profile.

import { expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  topsUp,
} from '../../../test/support/transfers.ts'
import { orderDetails, payFee } from '../../account-details/test/fixtures.ts'

const service = testService()
const pathOf = ({ personal }: Person) => `GET /v1/sandbox/profiles/${personal}/ledger-postings`

type Posting = { id: number; journal: string; from: string; to: string; amount: { value: number } }

async function listPostings(
  person: Person,
  query: Record<string, string> = {},
): Promise<Posting[]> {
  return (await ok(person.call(pathOf(person), { query }))).postings
}

async function paysTransfer() {
  const ann = await service.createUser()
  const balanceId = await topsUp(ann, 'GBP', 1000)
  const { id } = await createsTransfer(ann)
  await service.advance({ minutes: 1 })
  await ok(fundTransfer(ann, id))
  return { ann, balanceId, id }
}

it('200 lists the postings of a profile, newest first, with the purpose of their journals', async () => {
  const { ann, balanceId, id } = await paysTransfer()
  const { status, body } = await ann.call(pathOf(ann))
  expect(status).toBe(200)
  expect(body).toEqual({
    cursor: null,
    postings: [
      {
        id: expect.any(Number),
        journal: 'transfer-funded',
        purpose: 'A transfer is paid from a balance: the whole amount becomes money in flight.',
        reference: `transfer:${id}`,
        from: `available:${balanceId}`,
        to: `transfer:${id}`,
        amount: { value: 100, currency: 'GBP' },
        postedAt: service.now().toString({ smallestUnit: 'millisecond' }),
      },
      expect.objectContaining({
        journal: 'top-up',
        from: 'pay-in',
        to: `available:${balanceId}`,
        amount: { value: 1000, currency: 'GBP' },
      }),
    ],
  })
})

it.each([
  ['the reference of the transfer', (id: number) => `transfer:${id}`, ['transfer-funded']],
  ['the reference of another transfer', (id: number) => `transfer:${id + 1}`, []],
  ['a pattern, which is compared as text', () => '%', []],
])('200 lists only the postings that match %s', async (_, referenceOf, journals) => {
  const { ann, id } = await paysTransfer()
  const found = await listPostings(ann, { reference: referenceOf(id) })
  expect(found.map(({ journal }) => journal)).toEqual(journals)
})

it('200 lists the postings by the longest reference, that of an order of account details', async () => {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 100, ann.business)
  const { id } = await ok(orderDetails(ann, 'GBP', ann.business))
  await ok(payFee(ann, id, ann.business))
  const query = { reference: `account-details-order:${id}` }
  const found = await listPostings({ ...ann, personal: ann.business }, query)
  expect(found.map(({ journal }) => journal)).toEqual(['account-details-fee'])
})

it('200 in pages that list each posting once', async () => {
  const { ann } = await paysTransfer()
  const first = await ok(ann.call(pathOf(ann), { query: { size: '1' } }))
  const second = await ok(ann.call(pathOf(ann), { query: { size: '1', nextCursor: first.cursor } }))
  expect([...first.postings, ...second.postings].map(({ journal }: Posting) => journal)).toEqual([
    'transfer-funded',
    'top-up',
  ])
  expect(second.cursor).toBeNull()
})

it('400 ledger.cursor.invalid at nextCursor for text that is not a cursor', async () => {
  const ann = await service.createUser()
  const { status, body } = await ann.call(pathOf(ann), { query: { nextCursor: "1' or 1=1" } })
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ code: 'ledger.cursor.invalid', path: 'nextCursor' }])
})

it('404 not.found for the profile of another user', async () => {
  const { ann } = await paysTransfer()
  const bob = await service.createUser()
  expect(outcome(await bob.call(pathOf(ann)))).toBe('404 not.found')
})
