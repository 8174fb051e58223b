import { describe, expect, it } from 'vitest'
import { copiesTransfer, LIST_PAGES_MAX, pagesRead } from '../../../test/support/many-transfers.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { ID_MAX } from '../../kernel/ids.ts'
import { activityStatuses } from '../model.ts'
import { listTransfers } from '../store.ts'

/** So many that a scan of all transfers would read many more pages than LIST_PAGES_MAX. */
const TRANSFERS = 20_000
/** Copying the transfers takes many seconds. */
const TIMEOUT_MS = 60_000

describe(`listTransfers with ${TRANSFERS} transfers`, () => {
  const service = testService({ audited: false })

  it(
    'reads few database pages, with each status filter and without one, when no transfer is in the interval',
    async () => {
      const ann = await service.createUser()
      const { id } = await createsTransfer(ann)
      await copiesTransfer(service, ann, id, TRANSFERS)
      await service.db.pool.query('vacuum analyze transfers')
      // Each copy is about an hour later than the previous one, so all copies are earlier than `since`.
      const since = service.now().add({ hours: 2 * TRANSFERS })
      const filter = {
        profileId: ann.personal,
        beforeId: ID_MAX,
        since,
        until: undefined,
        rowsMax: 10,
      }
      for (const status of [undefined, ...activityStatuses]) {
        const read = await pagesRead(service, (db) =>
          listTransfers(db, filter, status, service.now()),
        )
        // No transfer is UPCOMING, so this filter needs no statement.
        expect(read > 0, status).toBe(status !== 'UPCOMING')
        expect(read, status).toBeLessThan(LIST_PAGES_MAX)
      }
    },
    TIMEOUT_MS,
  )
})
