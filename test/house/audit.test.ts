// The audit runs after every test file; here it is shown books that are crooked, and must see it.

import { beforeAll, expect, it } from 'vitest'
import { audit } from '../support/audit.ts'
import { house } from '../support/house.ts'
import type { Person } from '../support/people.ts'
import { fund, holds, ok, sends } from '../support/sending.ts'

const h = house({ audited: false })
let ann: Person

beforeAll(async () => {
  ann = await h.user()
  await holds(ann, 'GBP', 1000)
  const { id } = await sends(ann)
  await ok(fund(ann, id))
})

it('straight books pass', async () => {
  await audit(h.db)
})

// Each violation is put right again, so that the next one stands alone.
it.each([
  [
    'a guarded balance differs from the sum of its postings',
    `update ledger_accounts set balance = balance + 1 where account like 'transfer:%'`,
    `update ledger_accounts set balance = balance - 1 where account like 'transfer:%'`,
  ],
  [
    'a balance changed without a step',
    `update ledger_accounts set step = step + 1 where account like 'available:%'`,
    `update ledger_accounts set step = step - 1 where account like 'available:%'`,
  ],
  [
    'the events of a subject are not numbered 1, 2, 3',
    `update events set number = number + 1 where subject like 'transfer:%'`,
    `update events set number = number - 1 where subject like 'transfer:%'`,
  ],
])('sees that %s', async (says, wrong, right) => {
  await h.db.pool.query(wrong)
  await expect(audit(h.db)).rejects.toThrow(
    says === 'a balance changed without a step' ? /step/ : says,
  )
  await h.db.pool.query(right)
  await audit(h.db)
})
