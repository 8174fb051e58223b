// Two services in one process, each with its own database.

import { expect, inject, it } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { readConfig } from '../config.ts'
import { SEED } from '../seed.ts'
import { type Running, startApp } from '../start.ts'

const RATES_PATH = '/v1/rates?source=GBP&target=EUR'

function startOn(databaseUrl: string): Promise<Running> {
  return startApp(readConfig({ DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent' }))
}

/** Calls a service as the seeded user, who exists in both services. */
async function call<T>(
  { url }: Running,
  path: string,
  body?: object,
): Promise<{ status: number; body: T }> {
  const reply = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${SEED.personalToken}`,
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as T }
}

async function rateOf(service: Running): Promise<number> {
  const { body } = await call<{ rate: number }[]>(service, RATES_PATH)
  return body[0]?.rate ?? expect.fail('the reply has no rate')
}

async function timeOf(service: Running): Promise<Temporal.Instant> {
  const { body } = await call<{ now: string }>(service, '/v1/simulation/clock')
  return Temporal.Instant.from(body.now)
}

it('two services in one process share no rates, clock or URL, and one keeps running when the other stops', async () => {
  const clones = [
    await cloneTemplate(inject('postgresUrl')),
    await cloneTemplate(inject('postgresUrl')),
  ] as const
  const first = await startOn(clones[0].url)
  const second = await startOn(clones[1].url)
  const running = new Set([first, second])
  try {
    const before = await rateOf(second)
    expect(await rateOf(first)).toBe(before)

    const changed = { source: 'GBP', target: 'EUR', rate: '1.5' }
    expect((await call(first, '/v1/simulation/rates', changed)).status).toBe(200)
    await call(first, '/v1/simulation/clock/advance', { seconds: 86_400 })
    await expect.poll(() => rateOf(first), { timeout: 5000 }).toBe(1.5)
    expect(await rateOf(second)).toBe(before)
    const ahead = (await timeOf(first)).since(await timeOf(second))
    // 24 hours less the time between the two reads.
    expect(ahead.total('hours')).toBeGreaterThan(23)
    for (const service of running) {
      const { body } = await call<{ servers: { url: string }[] }>(service, '/openapi.json')
      expect(body.servers[0]?.url).toBe(service.url)
    }

    await first.stop()
    running.delete(first)
    await expect(call(first, RATES_PATH)).rejects.toThrow('fetch failed')
    expect(await rateOf(second)).toBe(before)
    expect((await call(second, '/ready')).status).toBe(200)
    expect((await call(second, '/v1/simulation/rates', changed)).status).toBe(200)
    await expect.poll(() => rateOf(second), { timeout: 5000 }).toBe(1.5)
  } finally {
    for (const service of running) await service.stop()
    for (const { drop } of clones) await drop()
  }
})
