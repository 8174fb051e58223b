// D126: `restore --verify` compares the row counts of the restored database with those of its backup. The audit that follows
// is tested in `src/ledger/test/audit.test.ts`.

import { expect, it } from 'vitest'
import { compareCounts } from '../operator/backup/backup-info.ts'

it('D126: the comparison of counts reports the table that lost rows', () => {
  const counts = { ledger_postings: 5, events: 5, transfers: 5, profiles: 5, users: 5 }
  const fewerEvents = { ...counts, events: 4 }
  expect(compareCounts(counts, counts, counts)).toEqual([])
  expect(compareCounts(fewerEvents, counts, counts)).toEqual([
    'events has 4 rows; it had 5 when the backup began and 5 when it ended.',
  ])
})
