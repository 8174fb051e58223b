// Whether a transfer is priced again is decided by SQL (`mayBePricedAgainSql`, so that most reads parse no instant) and
// by TypeScript (for rows that a use case has changed). The two must agree for every row.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'
import { shownOf } from '../model.ts'
import { issueTypes } from '../row.ts'
import { transferStates } from '../states.ts'
import { findShownTransfer, findTransfer } from '../store.ts'

const issues = [[], ...issueTypes.map((issue) => [issue])]
const rows = transferStates.states.flatMap((status) =>
  issues.flatMap((activeIssues) =>
    [false, true].flatMap((heldPastLock) =>
      ['EUR', 'GBP'].map((target) => ({ status, activeIssues, heldPastLock, target })),
    ),
  ),
)

const service = testService()

it('findShownTransfer returns the same fields as shownOf for every status and issue, with and without heldPastLock, within one currency and between two', async () => {
  const ann = await service.createUser()
  const { id } = (await createsTransfer(ann)) as { id: Id<'transfer'> }
  const { pool, reader } = service.db
  const update = ({ status, activeIssues, heldPastLock, target }: (typeof rows)[number]) =>
    pool.query(
      `update transfers set status = $2, active_issues = $3, held_past_lock = $4, target_currency = $5 where id = $1`,
      [id, status, activeIssues, heldPastLock, target],
    )
  const pricedAgain: string[] = []
  for (const row of rows) {
    await update(row)
    const transfer = await findTransfer(reader, [ann.personal], id)
    if (transfer === undefined) throw new Error('the transfer was not found')
    const shown = shownOf(transfer)
    const rateLockedUntil = shown.mayBePricedAgain ? shown.rateLockedUntil : null
    const read = await findShownTransfer(reader, [ann.personal], id)
    expect({ ...shown, rateLockedUntil }, JSON.stringify(row)).toMatchObject({ ...read })
    expect(read?.mayBePricedAgain).toBe(shown.mayBePricedAgain)
    if (shown.mayBePricedAgain) pricedAgain.push(row.status)
  }
  expect([...new Set(pricedAgain)]).toEqual(['incoming_payment_waiting', 'processing'])
  // Restores the created state of the transfer, because the audit after the test file checks every transfer.
  await update({
    status: 'incoming_payment_waiting',
    activeIssues: [],
    heldPastLock: false,
    target: 'EUR',
  })
})
