import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { listUnpaidTransfers } from '../index.ts'

const service = testService()

it('D129: unpaid transfers that lapse at the same time are listed by id, so that pages of them do not overlap', async () => {
  const ann = await service.createUser()
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await createsTransfer(ann)).id)
  // A row that was written again comes after the others in the index of `lapses_at`.
  for (const change of ['1 second', '-1 second'])
    await service.db.pool.query(
      'update transfers set lapses_at = lapses_at + $2::interval where id = $1',
      [ids[0], change],
    )
  const listed: number[] = []
  for (const offset of ids.keys())
    for (const { id } of await listUnpaidTransfers(service.db.reader, { offset, size: 1 }))
      listed.push(id)
  expect(listed).toEqual(ids)
})
