// GET /v1/sandbox/profiles/{profileId}/ledger-accounts: what the balances of a profile contain, what card authorisations hold of
// them, and what the profile owes.

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
import { authorises, createsTerminal } from '../../card-transactions/test/terminal.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { debtIncurred, post } from '../index.ts'

const service = testService()
const pathOf = ({ personal }: Person) => `GET /v1/sandbox/profiles/${personal}/ledger-accounts`

const listAccounts = (person: Person) => ok(person.call(pathOf(person)))

it('200 lists what the balances contain; the money of transfers is not listed', async () => {
  const ann = await service.createUser()
  const balanceId = await topsUp(ann, 'GBP', 1000)
  const { id } = await createsTransfer(ann)
  await ok(fundTransfer(ann, id))
  expect(await listAccounts(ann)).toEqual([
    { account: `available:${balanceId}`, balance: { value: 900, currency: 'GBP' } },
  ])
})

it('200 lists nothing for a profile that never had money', async () => {
  expect(await listAccounts(await service.createUser())).toEqual([])
})

it('200 shows what card authorisations hold', async () => {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 100)
  await authorises(await createsTerminal(service, ann), 20)
  const shown: { account: string; balance: { value: number } }[] = await listAccounts(ann)
  expect(shown.map(({ account, balance }) => [account.split(':')[0], balance.value])).toEqual([
    ['available', 80],
    ['held', 20],
  ])
})

it('200 shows the debt of the profile as a negative balance of owed', async () => {
  const ann = await service.createUser()
  const debt = debtIncurred(1 as Id<'transfer'>, money(12_34n, 'GBP'))
  await service.db.oneStatement((tx) => tx.write(post(ann.personal, debt, service.now())))
  expect(await listAccounts(ann)).toEqual([
    { account: 'owed', balance: { value: -12.34, currency: 'GBP' } },
  ])
})

it('404 not.found for the profile of another user', async () => {
  const ann = await service.createUser()
  const bob = await service.createUser()
  expect(outcome(await bob.call(pathOf(ann)))).toBe('404 not.found')
})
