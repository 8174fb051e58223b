// D126: `restore --verify` compares the row counts of the restored database with those of its backup. The audit that follows
// is tested in `src/ledger/test/audit.test.ts`.

import { expect, it } from 'vitest'
import { compareCounts } from '../operator/backup/backup-info.ts'

it('D126: the comparison of counts reports a table with fewer rows than at the beginning of the backup, or more than at its end', () => {
  const before = { ledger_postings: 5, events: 5, transfers: 5, profiles: 5, users: 5 }
  const after = { ...before, events: 7 }
  for (const events of [5, 6, 7])
    expect(compareCounts({ ...before, events }, before, after)).toEqual([])
  for (const events of [4, 8])
    expect(compareCounts({ ...before, events }, before, after)).toEqual([
      `events has ${events} rows; it had 5 when the backup began and 7 when it ended.`,
    ])
})
