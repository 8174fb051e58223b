import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { authenticate, authentication } from '../authenticate.ts'
import { endpoints } from '../endpoints.ts'
import { rateLimit } from '../rate-limit.ts'

it('lets a token ask so often in a second, and not once more; others are not touched', () => {
  let now = 0
  const limit = rateLimit(2, () => now)
  limit('ann')
  limit('ann')
  expect(() => limit('ann')).toThrow('rate.limit.exceeded')
  limit('ben')
  now = 1000
  limit('ann')
})

describe('the limit', () => {
  const h = house()
  const rates = endpoints.find(({ id }) => id === 'quotes.rates') ?? expect.unreachable()

  it('is one for a client, however its credentials are spelt', async () => {
    const limited = authentication(
      h.db.reader,
      rateLimit(2, () => 0),
    )
    const asks = (authorization: string) =>
      authenticate(limited, rates, { headers: { authorization } } as FastifyRequest)
    const [client, other] = [await h.client(), await h.client()]
    const encoded = ({ clientKey, secret }: typeof client) => btoa(`${clientKey}:${secret}`)
    await asks(`Basic ${encoded(client)}`)
    await asks(`basic  ${encoded(client).replace(/=+$/, '')} `)
    await expect(asks(`BASIC ${encoded(client)}`)).rejects.toThrow('rate.limit.exceeded')
    await asks(`Basic ${encoded(other)}`)
    await asks(`Bearer ${client.token}`)
  })
})
