// `godwit clock` on the clock of a sandbox.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServers, startServer } from '../../test/support/local-servers.ts'
import type { Person } from '../../test/support/people.ts'
import { testService } from '../../test/support/service.ts'
import { createsTransfer, readsTransfer } from '../../test/support/transfers.ts'
import type { Env } from '../src/context.ts'
import { envOf, runCommand } from './command.ts'
import { startProxy } from './proxy.ts'

describe('godwit clock', () => {
  const service = testService()
  let ann: Person
  let env: Env
  beforeAll(async () => {
    ann = await service.createUser()
    env = await envOf(service, ann.token)
    await service.settle()
  })
  afterAll(closeServers)
  const clock = (...args: string[]) => runCommand(['clock', ...args], { env })

  it('next moves nothing and preview lists nothing while nothing is due', async () => {
    const before = service.now()
    const { code, out } = await clock('next')
    expect([code, out]).toEqual([0, 'Nothing is due: the clock stays where it is.\n'])
    expect((await clock('preview')).out).toMatch(/^Nothing is due after 2026-01-05T10:00\S+Z\.$/m)
    expect((await clock('preview', '--to', '2026-01-06')).out).toMatch(
      /^Nothing is due after \S+Z and until 2026-01-06T00:00:00Z\.$/m,
    )
    expect(service.now()).toEqual(before)
  })

  it('preview lists the work that becomes due, and each next does the next work', async () => {
    const { id } = await createsTransfer(ann)
    await service.settle()
    const work = (await clock('preview', '--json')).json()
    const lapse = work.find(({ sweep }) => sweep === 'transfers.lapse')
    expect(lapse).toMatchObject({ rows: 1, summary: expect.stringContaining('Cancels') })
    expect((await clock('preview')).out).toContain(
      `${lapse.dueAt}     1 × transfers.lapse: Cancels`,
    )
    expect((await clock('preview', '--to', '2026-01-06')).out).not.toContain('transfers.lapse')
    for (const { dueAt } of work) {
      const { json, err } = await clock('next', '--json')
      expect([json()[0].now, err]).toEqual([dueAt, expect.stringContaining('"progress"')])
    }
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
  })

  it('preview prints 100+ when the service stopped counting at 100', async () => {
    const due = { sweep: 'transfers.lapse', summary: 'Cancels', dueAt: '2026-01-06T00:00:00Z' }
    const preview = { now: '2026-01-05T00:00:00Z', next: due.dueAt, work: [{ ...due, rows: 100 }] }
    const url = await startServer((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(preview))
    })
    const { out } = await runCommand(['clock', 'preview', '--url', url], { env })
    expect(out).toBe(`${due.dueAt}  100+ × transfers.lapse: Cancels\n`)
  })

  it('advance moves the clock by a duration or to a time, and show prints the time', async () => {
    const before = service.now()
    expect((await clock('advance', '--by', 'PT90S')).code).toBe(0)
    expect(service.now()).toEqual(before.add({ seconds: 90 }))
    await clock('advance', '--by', 'P1D')
    expect(service.now()).toEqual(before.add({ hours: 24, seconds: 90 }))
    await clock('advance', '--to', '2026-03-01')
    expect((await clock('show')).out).toBe('2026-03-01T00:00:00.000000Z\n')
    expect((await clock('show', '--json')).json()).toEqual([{ now: '2026-03-01T00:00:00.000000Z' }])
  })

  it('advance by a month moves to the same day of the next month', async () => {
    // March has 31 days, April has 30.
    await clock('advance', '--to', '2026-03-15')
    await clock('advance', '--by', 'P1M')
    expect(String(service.now())).toBe('2026-04-15T00:00:00Z')
    await clock('advance', '--by', 'P1M')
    expect(String(service.now())).toBe('2026-05-15T00:00:00Z')
  })

  it('advance reports the progress of a long move, and adds up the processed rows', async () => {
    const replies = [
      { now: '2026-01-06T00:00:00.000000Z', ran: 2 },
      { now: '2026-01-07T00:00:00.000000Z', ran: 3 },
    ]
    const url = await startServer((_, reply) => {
      const body = JSON.stringify(replies.shift())
      reply.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const words = ['clock', 'advance', '--to', '2026-01-07', '--url', url]
    const { out, err } = await runCommand(words, { env })
    expect(err).toBe('It is 2026-01-06T00:00:00.000000Z; due rows processed: 2.\n')
    expect(out).toBe('It is 2026-01-07T00:00:00.000000Z; due rows processed: 5.\n')
  })

  it('advance names the rest of a move when the service becomes overloaded during the move, because a repetition would move too far', async () => {
    const moved = { now: '2026-01-06T00:00:00Z', ran: 2 }
    let moves = 0
    const url = await startServer((request, reply) => {
      if (request.method === 'POST') moves += 1
      if (moves > 1) return reply.writeHead(503, { 'retry-after': '0' }).end()
      const body = request.method === 'POST' ? moved : { now: '2026-01-05T00:00:00Z' }
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const words = ['clock', 'advance', '--by', 'P2D', '--url', url]
    const { code, err } = await runCommand(words, { env })
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(
        /The clock is at 2026-01-06T00:00:00Z\. Continue: godwit clock advance --to 2026-01-07T00:00:00Z$/m,
      ),
    ])
    expect(err).not.toContain('Repeat the command later')
  })

  it.each([
    [['advance'], 'either --by'],
    [['advance', '--by', 'PT1H', '--to', '2030-01-01'], 'either --by'],
    [['advance', '--by', '1 hour'], '--by is 1 hour'],
    [['advance', '--by=-PT1H'], '--by is -PT1H'],
    [['advance', '--to', 'tomorrow'], '--to is tomorrow'],
    [['preview', '--to', '2026-02-30'], '--to is 2026-02-30'],
    [['rewind'], 'There is no command rewind'],
  ])('exits with 2 for %j and prints: %s', async (args, message) => {
    const before = service.now()
    const { code, err } = await clock(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(service.now()).toEqual(before)
  })

  it('advance exits with 1 for a time that has passed', async () => {
    const { code, err } = await clock('advance', '--to', '2020-01-01')
    expect([code, err]).toEqual([1, expect.stringContaining('clock.backwards')])
  })

  it('next does the work and exits with 0 when the clock passes the due time after the preview', async () => {
    const { id } = await createsTransfer(ann)
    await service.settle()
    let hasAdvanced = false
    const url = await startProxy(env['GODWIT_URL'] ?? '', async ({ method }) => {
      if (method !== 'POST' || hasAdvanced) return
      hasAdvanced = true
      await service.advance({ hours: 24 * 90 })
    })
    const { code, err } = await runCommand(['clock', 'next', '--url', url], { env })
    expect([code, err]).toEqual([0, expect.stringContaining('Cancels')])
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
  })
})
