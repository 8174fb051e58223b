// The lists that operators read in the console of live mode (D129): open work, the audit of the ledger, the security log.

import { describe, expect, it } from 'vitest'
import type { ConsoleSession } from '../../../test/support/console-session.ts'
import { logsIn, readConsole, runAction } from '../../../test/support/operator-console.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { commandRunner } from './operator-commands.ts'

describe('reads of an operator', () => {
  const service = testService({ mode: 'live' })

  const reads = (session: ConsoleSession, path: string) => readConsole(service, session, path)

  it('the overview has every list, and the pages of a list have every row once; 404 for an unknown list', async () => {
    const session = await logsIn(service)
    const unverified: number[] = []
    for (let n = 0; n < 26; n++) {
      const { personal, business } = await service.createUser({ verified: false })
      unverified.push(personal, business)
    }
    const overview = (await reads(session, 'waiting')).body
    expect(Object.keys(overview).join(' ')).toBe(
      'pay-ins conversions pay-outs refunds profiles documents checks disputes deliveries sweeps',
    )
    expect(overview.profiles).toMatchObject({ hasMore: true, items: { length: 10 } })
    const [first, second] = [
      (await reads(session, 'waiting/profiles')).body,
      (await reads(session, 'waiting/profiles?page=1')).body,
    ]
    expect([first.items.length, first.hasMore, second.hasMore]).toEqual([50, true, false])
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(ids).toEqual(unverified)
    const unknown = await reads(session, 'waiting/everything')
    expect([unknown.status, unknown.body.errors[0].code]).toEqual([404, 'operator.list.unknown'])
  })

  it.each([
    'waiting/profiles?page=201',
    'waiting/profiles?page=-1',
    'security-log?before=x',
    'security-log?before=1&before=2',
  ])('400 operator.query.invalid for %s', async (path) => {
    const session = await logsIn(service)
    const { status, body } = await reads(session, path)
    const [, parameter] = /\?(\w+)=/.exec(path) ?? []
    expect([status, body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ code: 'operator.query.invalid', path: parameter }),
    ])
  })

  it('the list of rows at which a sweep failed does not show the text of the error', async () => {
    const session = await logsIn(service)
    await service.db.pool.query(
      `insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
       values ('transfers.lapse', 1, '7', 3, 'secret of Ann', now())`,
    )
    const { body } = await reads(session, 'waiting/sweeps')
    expect(body.items).toMatchObject([{ sweep: 'transfers.lapse', id: '7', attempts: 3 }])
    expect(JSON.stringify(body)).not.toContain('Ann')
    await service.db.pool.query('delete from sweep_failures')
  })

  it('a second request gets the result of the latest audit; an audit two minutes later reports an account whose balance is not the sum of its postings', async () => {
    const session = await logsIn(service)
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    const fields = { profile: String(ann.personal), transfer: String(id) }
    await runAction(session, 'pay-in-confirm', fields)
    const awaitAudit = async () => {
      for (;;) {
        const { body } = await reads(session, 'audit')
        if (body.state !== 'running') return body
      }
    }
    const correct = await awaitAudit()
    expect(correct).toMatchObject({ state: 'correct', findings: [] })
    const { rows } = await service.db.pool.query(
      'update ledger_accounts set balance = balance + 1 where profile_id = $1 returning account',
      [ann.personal],
    )
    expect(await awaitAudit()).toEqual(correct)
    await service.advance({ minutes: 2 })
    expect(await awaitAudit()).toMatchObject({
      state: 'not-correct',
      findings: rows.map(({ account }) =>
        expect.stringContaining(`${account} of profile ${ann.personal}`),
      ),
    })
    await service.db.pool.query(
      'update ledger_accounts set balance = balance - 1 where profile_id = $1',
      [ann.personal],
    )
  })

  it('the security log has pages, newest first', async () => {
    const session = await logsIn(service)
    for (let n = 0; n < 60; n++) await reads(session, 'lookups/token-list?user=999999')
    const first = (await reads(session, 'security-log')).body
    const second = (await reads(session, `security-log?before=${first.before}`)).body
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(first.entries).toHaveLength(50)
    // The log has at least 61 entries: the log-in and the 60 lookups of this test.
    expect(second.entries.length).toBeGreaterThanOrEqual(11)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('gap 1045: the log stores at most 100 failures a minute, so that a stranger cannot fill the disk', async () => {
    const session = await logsIn(service)
    await service.advance({ minutes: 2 })
    const count = async () => {
      // Before the log is read, the service writes the entries that are queued.
      await reads(session, 'security-log')
      const { rows } = await service.db.pool.query(
        "select count(*)::int as n from security_log where event = 'users.bearer-refused'",
      )
      return rows[0].n
    }
    const before = await count()
    for (let n = 0; n < 150; n++) await service.call('GET /v1/me', { token: `wrong-${n}` })
    expect(await count()).toBe(before + 100)
  })

  it('a command of the command line and the event that it reports are in the log, each as one line', async () => {
    const session = await logsIn(service)
    const [before] = (await reads(session, 'security-log')).body.entries
    await commandRunner(service)('user create --email someone@example.com')
    const { entries } = (await reads(session, 'security-log')).body
    const added = entries.filter(({ id }: { id: number }) => id > before.id)
    expect(added).toMatchObject([
      { event: 'users.user-created', operator: null, address: null },
      { fields: { command: 'user create', outcome: 'done' } },
    ])
  })
})
