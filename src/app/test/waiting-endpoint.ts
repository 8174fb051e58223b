import Type from 'typebox'
import { afterEach } from 'vitest'
import { reads } from '../../kernel/endpoint.ts'

/** An endpoint whose requests stay in progress until `release` is called or the first test has ended. Later requests do not wait. */
export function waitingEndpoint(token: 'user' | 'none') {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  afterEach(release)
  let waitingCount = 0
  const endpoint = reads(
    {
      id: 'probe.waits',
      operationId: 'probeWaits',
      route: 'GET /probe/waits',
      summary: 'Waits until it is released',
      spec: 'test',
      access: { token },
      reply: Type.Object({ waited: Type.Boolean() }),
      errors: [],
    },
    async () => {
      waitingCount++
      await released
      return { waited: true }
    },
  )
  return { endpoint, release, waitingCount: () => waitingCount }
}
