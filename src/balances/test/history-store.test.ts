import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { findEntryRange } from '../history-store.ts'
import { opensBalanceWith } from './fixtures.ts'

// The inserted entries have no postings.
const service = testService({ audited: false })

it('the range of an interval ends with the highest sequence of 300 concurrent requests that each settled a debt', async () => {
  const ann = await service.createUser()
  const balanceId = await opensBalanceWith(service, ann, 'GBP', '1')
  const at = service.now()
  const latestAt = at.add({ seconds: 1 })
  // The first of these requests wrote the latest time; entry 1 is the balance that was opened.
  await service.db.pool.query(
    `insert into balance_entries (profile_id, balance_id, sequence, delta, balance, reference, channel, occurred_at)
     select $1, $2, n, 1, 100 + n, 'x:' || n, 'X', case n when 2 then $3::timestamptz else $4 end
       from generate_series(2, 601) n`,
    [ann.personal, balanceId, latestAt.toString(), at.toString()],
  )
  const range = await findEntryRange(service.db.reader, ann.personal, balanceId, {
    from: at,
    to: latestAt,
  })
  expect(range).toEqual({ after: 0, openingMinor: 0n, last: 601, closingMinor: 701n })
})
