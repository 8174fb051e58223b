// The audit that an operator runs on a restored database finds what it is for.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { auditLedger } from '../index.ts'

// One of the cases is a ledger that is wrong.
const service = testService({ audited: false })

it('D126: the audit of a ledger is clean after money came in, and finds a changed and a lost balance', async () => {
  const person = await service.createUser()
  const route = `POST /v4/profiles/${person.personal}/balances`
  const headers = { 'x-idempotence-uuid': crypto.randomUUID() }
  const { body: balance } = await person.call(route, {
    body: { currency: 'GBP', type: 'STANDARD' },
    headers,
  })
  const { status } = await person.call('POST /v1/simulation/balance/topup', {
    body: { profileId: person.personal, balanceId: balance.id, currency: 'GBP', amount: 10 },
    headers: { 'x-idempotence-uuid': crypto.randomUUID() },
  })
  expect(status).toBe(200)
  expect(await auditLedger(service.db.reader)).toEqual([])
  const account = `available:${balance.id} of profile ${person.personal}`
  const finding = `${account} holds another amount than the sum of its postings.`

  await service.db.pool.query(
    `update ledger_accounts set balance = balance + 1 where account like 'available:%'`,
  )
  expect(await auditLedger(service.db.reader)).toEqual([finding])

  // Another account of the kind is left, so that it is known to have balances.
  await service.db.pool.query(`update ledger_accounts set account = 'available:0', balance = 0`)
  expect(await auditLedger(service.db.reader)).toEqual([finding])
})
