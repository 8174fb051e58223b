// The replayed reply of a request whose idempotency key was used before.

import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { writes } from '../../kernel/endpoint.ts'

const create = writes(
  {
    id: 'probe.create',
    operationId: 'probeCreate',
    route: 'POST /probe/created',
    summary: 'Creates something',
    spec: 'test',
    access: { token: 'user' },
    idempotencyKey: 'required',
    reply: Type.Object({ id: Type.String() }),
    status: 201,
    errors: [],
  },
  async (_tx, { random }) => ({ id: random.uuid() }),
)

describe('a request with a used idempotency key', () => {
  const service = testService({ extra: [create], audited: false })
  const send = (token: string, key: string) =>
    service.call('POST /probe/created', { token, headers: { 'x-idempotence-uuid': key } })

  it('201 with the stored body when the first request was answered 201', async () => {
    const { token } = await service.createUser()
    const key = randomUUID()
    const first = await send(token, key)
    const second = await send(token, key)
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(second.body).toEqual(first.body)
  })

  it('gap 202: 201 with the stored body when only a body and a query differ that the operation does not declare', async () => {
    const { token } = await service.createUser()
    const headers = { 'x-idempotence-uuid': randomUUID() }
    const sendWith = (value: string) =>
      service.call('POST /probe/created', {
        token,
        headers,
        query: { note: value },
        body: { note: value },
      })
    const first = await sendWith('first')
    const second = await sendWith('second')
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('200 when 200 was stored, although the operation now declares 201', async () => {
    const { token } = await service.createUser()
    const key = randomUUID()
    const first = await send(token, key)
    await service.db.pool.query('update idempotency_keys set status = 200 where key = $1', [key])
    const second = await send(token, key)
    expect([second.status, second.body]).toEqual([200, first.body])
  })
})
