import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import type { TransferKey } from '../row.ts'
import { listByKey } from '../store.ts'

const service = testService()
/** More than one batch of lookups has (`LOOKUPS_MAX`), so that the ids of several batches are compared. */
const REQUESTS = 100

it.each([
  ['with different keys', () => randomUUID()],
  ['with the same key', () => '0f5551dc-0542-45d2-80e7-46378aefae0b'],
])('concurrent requests %s each get a different id for a new transfer', async (_, keyOf) => {
  const lookUp = () => {
    const key: TransferKey = { name: 'customerTransactionId', value: keyOf() }
    return listByKey(service.db.reader, [], key)
  }
  const results = await Promise.all(Array.from({ length: REQUESTS }, lookUp))
  expect(new Set(results.map(({ nextId }) => nextId)).size).toBe(REQUESTS)
})
