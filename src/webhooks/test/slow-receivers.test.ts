// A receiver that never replies occupies its send slot until the timeout of five seconds, so an attacker could
// occupy all slots. In these tests the receiver occupies the slot until the test ends, so a delivery that waited for
// this slot would not be sent during the test.

import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { runSweeps } from '../../app/worker/workers.ts'
import { SLOTS_MAX, SLOTS_PER_SUBSCRIPTION_MAX } from '../deliveries/share-slots.ts'
import { drainDeliveries } from '../index.ts'
import {
  backgroundContext,
  recordStates,
  replyWith,
  signingService,
  stopAllDeliveries,
  subscribe,
  waitUntil,
} from './webhook-fixtures.ts'

describe('D118: a receiver that never replies', () => {
  const service = signingService({ audited: false })
  let replyToAll: () => void = () => undefined
  afterEach(async () => {
    replyToAll()
    await stopAllDeliveries(service)
    await drainDeliveries(service.db)
    service.sent.length = 0
  })

  const countSentTo = (host: string) =>
    service.sent.filter(({ url }) => url.includes(`${host}.example`)).length
  const deliver = () => runSweeps(backgroundContext(service), service.now())

  /** Lets quick.example reply immediately; other hosts reply when the test has ended. */
  const replyOnlyFromQuick = () => {
    const released = new Promise<void>((resolve) => {
      replyToAll = resolve
    })
    service.respondWith(async ({ url }) => {
      if (!url.includes('quick')) await released
      return replyWith(200)
    })
  }

  /** Inserts subscriptions with `deliveriesEach` due deliveries each. */
  const insertQueues = async (
    person: Person,
    host: string,
    subscriptions: number,
    deliveriesEach: number,
  ) => {
    const { rows } = await service.db.pool.query<{ id: string }>(
      `insert into subscriptions (profile_id, name, event_name, version, url, created_by, created_at)
       select $1, n::text, 'transfers#state-change', '2.0.0', $2, 'test', $3
         from generate_series(1, $4::int) n returning id`,
      [person.personal, `https://${host}.example/`, service.now().toString(), subscriptions],
    )
    await service.db.pool.query(
      `insert into deliveries (profile_id, subscription_id, event_name, subject, number, body, state,
                               due_at, created_at)
       select $1, s, 'transfers#state-change', 'transfer:' || n, 1, '{}', 'QUEUED', $3, $3
         from unnest($2::uuid[]) s, generate_series(1, $4::int) n`,
      [person.personal, rows.map(({ id }) => id), service.now().toString(), deliveriesEach],
    )
  }

  it('does not delay another owner, even with a hundred subscriptions', async () => {
    const [mallory, ben] = [await service.createUser(), await service.createUser()]
    await subscribe(service, ben, { url: 'https://quick.example/' })
    replyOnlyFromQuick()
    await insertQueues(mallory, 'slow', 100, 8)
    await deliver()
    await waitUntil(() => countSentTo('slow') === SLOTS_MAX / 2)
    await recordStates(service, ben.personal, 1, 'a', 'b', 'c')
    await deliver()
    await waitUntil(() => countSentTo('quick') === 3)
    expect(countSentTo('slow')).toBe(SLOTS_MAX / 2)
  })

  it('does not delay a later owner, even when forty owners have receivers that never reply', async () => {
    const slow = await Promise.all(Array.from({ length: 40 }, () => service.createUser()))
    for (const [n, owner] of slow.entries()) await insertQueues(owner, `slow${n}`, 3, 20)
    const ben = await service.createUser()
    await subscribe(service, ben, { url: 'https://quick.example/' })
    replyOnlyFromQuick()
    await deliver()
    // An owner gets another slot only while it has fewer than are free. 40 owners with 12 or 13 slots each leave 12 free,
    // so no owner gets another slot.
    await waitUntil(() => service.sent.length === SLOTS_MAX - 12)
    const shares = new Set(slow.map((_, n) => countSentTo(`slow${n}`)))
    expect([...shares].sort()).toEqual([12, 13])
    await recordStates(service, ben.personal, 1, 'a', 'b', 'c')
    await deliver()
    await waitUntil(() => countSentTo('quick') === 3)
  })

  it('does not delay another subscription of the same owner', async () => {
    const ann = await service.createUser()
    replyOnlyFromQuick()
    await insertQueues(ann, 'slow', 1, 300)
    await deliver()
    await waitUntil(() => countSentTo('slow') === SLOTS_PER_SUBSCRIPTION_MAX)
    await insertQueues(ann, 'quick', 1, 3)
    await deliver()
    await waitUntil(() => countSentTo('quick') === 3)
    expect(countSentTo('slow')).toBe(SLOTS_PER_SUBSCRIPTION_MAX)
  })
})
