import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { sql } from '../../kernel/database/db.ts'
import { leaseDeliveries, listWaitingSubscriptions } from '../deliveries/attempt-store.ts'
import { SLOTS_PER_SUBSCRIPTION_MAX as LEASED } from '../deliveries/share-slots.ts'
import { lease } from '../timers.ts'

const service = testService({ audited: false })

const TOTAL = 20_000
const DUE = 6_000
const countReadRowsSql = sql<{ rows: number }>(
  `select idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'deliveries'`,
)

it(`leasing ${LEASED} deliveries reads less than five times as many rows, with ${DUE} due of ${TOTAL} deliveries`, async () => {
  const ann = await service.createUser()
  const { rows } = await service.db.pool.query(
    `insert into subscriptions (profile_id, name, event_name, version, url, created_by, created_at)
     values ($1, 'all', 'transfers#state-change', '2.0.0', 'http://127.0.0.1:1/hook', 'test', $2)
     returning id`,
    [ann.personal, service.now().toString()],
  )
  await service.db.pool.query(
    `insert into deliveries (profile_id, subscription_id, event_name, subject, number, body, state,
                             due_at, created_at)
     select $1, $2, 'transfers#state-change', 'transfer:' || n, 1, '{}',
            case when n <= ${DUE} then 'QUEUED' else 'DELIVERED' end,
            case when n <= ${DUE} then $3::timestamptz end, $3::timestamptz
       from generate_series(1, ${TOTAL}) n`,
    [ann.personal, rows[0].id, service.now().toString()],
  )
  await service.db.pool.query('analyze deliveries')
  await service.db.transact(async (tx) => {
    const waiting = await listWaitingSubscriptions(tx, service.now(), LEASED)
    expect(waiting).toEqual([
      { subscriptionId: rows[0].id, due: LEASED, owner: `user:${ann.userId}` },
    ])
    const shares = new Map([[rows[0].id as string, LEASED]])
    const leased = await leaseDeliveries(tx, service.now(), shares, lease.seconds)
    expect(leased).toHaveLength(LEASED)
    const read = (await tx.row(countReadRowsSql))?.rows
    expect(read).toBeGreaterThanOrEqual(LEASED)
    expect(read).toBeLessThan(LEASED * 5)
  })
})
