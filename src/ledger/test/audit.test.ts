// The audit that an operator runs on a restored database.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { topsUp } from '../../../test/support/transfers.ts'
import { auditLedger } from '../index.ts'

// This test corrupts the ledger, so the audit after the test file is turned off.
const service = testService({ audited: false })

it('D126: auditLedger finds nothing after a top-up, and reports a changed balance and a missing account', async () => {
  const person = await service.createUser()
  const balanceId = await topsUp(person, 'GBP', 10)
  expect(await auditLedger(service.db.reader)).toEqual([])
  const account = `available:${balanceId} of profile ${person.personal}`
  const finding = `${account} does not hold the sum of its postings.`

  await service.db.pool.query(
    `update ledger_accounts set balance = balance + 1 where account like 'available:%'`,
  )
  expect(await auditLedger(service.db.reader)).toEqual([finding])

  // The account is renamed instead of deleted, because the audit only compares kinds of which an account exists.
  await service.db.pool.query(`update ledger_accounts set account = 'available:0', balance = 0`)
  expect(await auditLedger(service.db.reader)).toEqual([finding])
})
