// D126: the findings of the checks of a restored database: the comparison with its backup, and the audit of the ledger.

import { expect, it } from 'vitest'
import { auditLedger } from '../../ledger/index.ts'
import { compareCounts } from '../operator/backup/backup-info.ts'

it('D126: the comparison of counts reports the table that lost rows', () => {
  const counts = { ledger_postings: 5, events: 5, transfers: 5, profiles: 5, users: 5 }
  const fewerEvents = { ...counts, events: 4 }
  expect(compareCounts(counts, counts, counts)).toEqual([])
  expect(compareCounts(fewerEvents, counts, counts)).toEqual([
    'events has 4 rows; it had 5 when the backup began and 5 when it ended.',
  ])
})

it('D126: the audit reports the account with a wrong balance', async () => {
  const rows = async () => [{ profileId: 7, account: 'available:3' }]
  const found = await auditLedger({ rows, row: async () => undefined } as never)
  expect(found[0]).toBe('available:3 of profile 7 does not hold the sum of its postings.')
})
