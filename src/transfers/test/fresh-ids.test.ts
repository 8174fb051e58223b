import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import type { TransferKey } from '../row.ts'
import { listByKey } from '../store.ts'

const h = house()
const ASKERS = 100

it.each([
  ['by keys of their own', () => randomUUID()],
  ['by the same key', () => '0f5551dc-0542-45d2-80e7-46378aefae0b'],
])('hands every request an id of its own, when many ask at once %s', async (_, keyOf) => {
  const ask = () => {
    const key = { name: 'customerTransactionId', value: keyOf() } as TransferKey
    return listByKey(h.db.reader, [], key)
  }
  const answers = await Promise.all(Array.from({ length: ASKERS }, ask))
  expect(new Set(answers.map(({ freshId }) => freshId)).size).toBe(ASKERS)
})
