// The actions of operators in the console of live mode (D129).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { logsIn, readConsole, runAction } from '../../../test/support/operator-console.ts'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok } from '../../../test/support/transfers.ts'
import { changePassword, endAllSessions, setOperatorActive } from '../../operators/index.ts'
import { createsOperator, secret } from '../../operators/test/operators.ts'
import { passport, sendDocument } from '../../verification/test/verification-fixtures.ts'
import { actionNames } from '../http/operator/actions.ts'
import { commands } from '../operator/commands.ts'
import { commandRunner } from './operator-commands.ts'

const report = () => undefined

describe('an operator', () => {
  const service = testService({ mode: 'live' })

  const reads = (session: Awaited<ReturnType<typeof logsIn>>, path: string) =>
    readConsole(service, session, path)

  /** Creates a transfer that waits for a bank transfer. `fields` name the transfer in an action. */
  async function createsUnpaidTransfer(person?: Person) {
    const ann = person ?? (await service.createUser())
    const { id } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    return { ann, id, fields: { profile: String(ann.personal), transfer: String(id) } }
  }
  const convert = ({ profile, transfer }: { profile: string; transfer: string }) =>
    commandRunner(service)(`transfer convert --profile ${profile} --transfer ${transfer}`)
  const idsOf = async (session: Awaited<ReturnType<typeof logsIn>>, kind: string) => {
    const { body } = await reads(session, `waiting/${kind}`)
    return body.items.map(({ id }: { id: number }) => id)
  }
  const statusOf = async (ann: Person, id: number) =>
    (await ann.call(`GET /v1/transfers/${id}`)).body.status

  it('D129: takes a transfer from the pay-in to the refund; each step waits in its list until it is done', async () => {
    const session = await logsIn(service)
    const { ann, id, fields } = await createsUnpaidTransfer()
    expect(await idsOf(session, 'pay-ins')).toContain(id)
    expect((await runAction(session, 'pay-in-confirm', fields)).body).toEqual({
      lines: [`transfer ${id} is processing`],
      repeated: false,
    })
    expect(await idsOf(session, 'pay-ins')).not.toContain(id)
    expect(await idsOf(session, 'conversions')).toContain(id)
    await convert(fields)
    expect(await idsOf(session, 'conversions')).not.toContain(id)
    expect(await idsOf(session, 'pay-outs')).toContain(id)
    await runAction(session, 'pay-out-confirm', fields)
    expect(await statusOf(ann, id)).toBe('outgoing_payment_sent')
    expect(await idsOf(session, 'pay-outs')).not.toContain(id)
    await runAction(session, 'pay-out-bounce', fields)
    expect(await idsOf(session, 'refunds')).toContain(id)
    const refunded = await runAction(session, 'transfer-refund', fields)
    expect(refunded.body.lines[0]).toBe(`transfer ${id} is funds_refunded`)
    expect(await idsOf(session, 'refunds')).not.toContain(id)
  })

  it('accepts a document with the time that the list shows; 409 document.changed when the customer has replaced the document since', async () => {
    const session = await logsIn(service)
    const ann = await service.createUser({ verified: false })
    const sendsDocument = async (uniqueIdentifier: string, sentAt: string) => {
      await ok(sendDocument(ann, { ...passport, uniqueIdentifier }))
      await service.db.pool.query(
        'update identity_documents set updated_at = $2 where profile_id = $1',
        [ann.personal, sentAt],
      )
    }
    const firstDocument = async () => {
      const { items } = (await reads(session, 'waiting/documents')).body
      const { profileId, type, updatedAt } = items[0]
      return { profile: String(profileId), type, 'sent-at': updatedAt }
    }
    await sendsDocument('X1234567', '2026-01-05T10:00:00.123456Z')
    const seen = await firstDocument()
    await sendsDocument('FORGED1', '2026-01-05T10:00:00.123457Z')
    const refused = await runAction(session, 'document-accept', seen)
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'document.changed'])
    expect((await runAction(session, 'document-accept', await firstDocument())).status).toBe(200)
    expect((await reads(session, 'waiting/documents')).body.items).toEqual([])
  })

  it('D129: an action that was done and one that was refused are lines in the security log, with the name of the operator', async () => {
    const session = await logsIn(service, await createsOperator(service, 'Cleo'))
    const { ann, id, fields } = await createsUnpaidTransfer()
    await runAction(session, 'pay-in-confirm', fields)
    await runAction(session, 'pay-in-confirm', { ...fields, transfer: '999999' })
    const { entries } = (await reads(session, 'security-log')).body
    expect(entries.slice(0, 3)).toMatchObject([
      {
        event: 'app.operator-action',
        operator: 'Cleo',
        fields: { action: 'pay-in confirm', outcome: 'refused', transferId: 999999 },
      },
      {
        event: 'app.operator-action',
        operator: 'Cleo',
        address: '127.0.0.1',
        fields: {
          action: 'pay-in confirm',
          outcome: 'done',
          profileId: ann.personal,
          transferId: id,
        },
      },
      { event: 'operators.logged-in', operator: 'Cleo' },
    ])
    const written = service.securityLines.filter(({ transferId }) => transferId === id)
    expect(written).toMatchObject([{ security: 'app.operator-action', outcome: 'done' }])
  })

  it('D129: three concurrent actions with one key have one effect and the same reply; 409 idempotency.key.reused for other fields', async () => {
    const session = await logsIn(service)
    const { ann, id, fields } = await createsUnpaidTransfer()
    const key = randomUUID()
    const confirms = () => runAction(session, 'pay-in-confirm', fields, key)
    const replies = await raceResults(service.db, rowLock('transfers', { id }), [
      confirms,
      confirms,
      confirms,
    ])
    expect(replies.map(({ body }) => body.repeated)).toEqual([false, true, true])
    expect(new Set(replies.map(({ body }) => body.lines.join())).size).toBe(1)
    const { rows } = await service.db.pool.query(
      'select count(*)::int as n from ledger_postings where profile_id = $1 and to_account = $2',
      [ann.personal, `transfer:${id}`],
    )
    expect(rows).toEqual([{ n: 1 }])
    const other = await runAction(session, 'pay-in-confirm', { ...fields, amount: '2' }, key)
    expect([other.status, other.code]).toEqual([409, 'idempotency.key.reused'])
  })

  it('D129: two operators may use the same key for the same action on different transfers', async () => {
    const [ann, ben] = [await logsIn(service), await logsIn(service)]
    const [first, second] = [await createsUnpaidTransfer(), await createsUnpaidTransfer()]
    const key = randomUUID()
    expect((await runAction(ann, 'pay-in-confirm', first.fields, key)).body.repeated).toBe(false)
    expect((await runAction(ben, 'pay-in-confirm', second.fields, key)).body.repeated).toBe(false)
  })

  it.each<[string, (email: string) => Promise<unknown>]>([
    [
      'deactivation',
      (email) =>
        service.db.transact((tx) => setOperatorActive(tx, { email, active: false, report })),
    ],
    [
      'end of all sessions',
      (email) => service.db.transact((tx) => endAllSessions(tx, { email, report })),
    ],
    [
      'new password',
      (email) =>
        service.db.transact((tx) =>
          changePassword(tx, { email, password: 'another battery', random: { secret }, report }),
        ),
    ],
  ])(
    '401 operator.session.missing for an action that waited for the %s of its operator, and nothing changes',
    async (_title, change) => {
      const session = await logsIn(service)
      const { email } = session.operator
      const { ann, id, fields } = await createsUnpaidTransfer()
      const lock = rowLock('operators', { email })
      const [, action] = await raceResults<unknown>(service.db, lock, [
        () => change(email),
        () => runAction(session, 'pay-in-confirm', fields),
      ])
      expect(action).toMatchObject({ status: 401, code: 'operator.session.missing' })
      expect(await statusOf(ann, id)).toBe('incoming_payment_waiting')
    },
  )

  it('a refused action changes nothing and does not use up its key', async () => {
    const session = await logsIn(service)
    const { ann, id, fields } = await createsUnpaidTransfer()
    const key = randomUUID()
    const early = await runAction(session, 'pay-out-confirm', fields, key)
    expect([early.status, early.code]).toEqual([409, 'wrong_status'])
    expect(await statusOf(ann, id)).toBe('incoming_payment_waiting')
    await runAction(session, 'pay-in-confirm', fields)
    await convert(fields)
    const again = await runAction(session, 'pay-out-confirm', fields, key)
    expect(again.body).toEqual({
      lines: [`transfer ${id} is outgoing_payment_sent`],
      repeated: false,
    })
  })

  it('two concurrent confirmations of one pay-out with different keys send the money once', async () => {
    const session = await logsIn(service)
    const { id, fields } = await createsUnpaidTransfer()
    await runAction(session, 'pay-in-confirm', fields)
    await convert(fields)
    const confirms = () => runAction(session, 'pay-out-confirm', fields)
    const lock = rowLock('transfers', { id })
    const replies = await raceResults(service.db, lock, [confirms, confirms])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await service.db.pool.query(
      "select count(*)::int as n from ledger_postings where from_account = $1 and to_account = 'pay-out'",
      [`transfer:${id}`],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('D129: 404 operator.action.unknown for every command of the operator that is not an action, and for other words that name no action', async () => {
    const session = await logsIn(service)
    const others = commands
      .map(({ name }) => name)
      .filter((name) => !(actionNames as readonly string[]).includes(name))
    expect(others).toContain('user create')
    expect(others).toContain('transfer convert')
    const commandsAsActions = others.map((name) => name.replaceAll(' ', '-'))
    const otherWords = ['constructor', '__proto__', 'pay-in confirm', 'audit']
    for (const action of [...commandsAsActions, ...otherWords]) {
      const { status, code } = await runAction(session, encodeURIComponent(action))
      expect([action, status, code]).toEqual([action, 404, 'operator.action.unknown'])
    }
  })

  it.each<[string, object, [number, string, string]]>([
    ['pay-in-confirm', {}, [422, 'operator.option.missing', 'profile']],
    ['pay-in-confirm', { profile: '', transfer: '1' }, [422, 'operator.option.missing', 'profile']],
    [
      'pay-in-confirm',
      { profile: '1', transfer: '1', note: 'x' },
      [422, 'operator.option.unknown', 'note'],
    ],
    [
      'pay-in-confirm',
      { profile: 'x', transfer: '1' },
      [422, 'operator.option.invalid', 'profile'],
    ],
    ['card-suspend', { profile: '1', card: 'x' }, [422, 'operator.option.invalid', 'card']],
    [
      'dispute-move',
      { profile: '1', dispute: randomUUID(), to: 'AWAY' },
      [422, 'operator.option.invalid', 'to'],
    ],
  ])('the action %s with the fields %j is refused with %j', async (action, fields, expected) => {
    const session = await logsIn(service)
    const { status, body } = await runAction(session, action, fields)
    expect([status, body.errors[0].code, body.errors[0].path]).toEqual(expected)
    expect(body.errors[0].message).not.toContain('--')
  })

  it('400 operator.key.missing without a UUID as the key', async () => {
    const session = await logsIn(service)
    const fields = { profile: '1', transfer: '1' }
    const { status, code } = await runAction(session, 'pay-in-confirm', fields, 'one')
    expect([status, code]).toEqual([400, 'operator.key.missing'])
  })

  it('404 transfer.not-found for a transfer of another profile than the one that the action names', async () => {
    const session = await logsIn(service)
    const [{ fields }, other] = [await createsUnpaidTransfer(), await service.createUser()]
    const reply = await runAction(session, 'pay-in-confirm', {
      ...fields,
      profile: String(other.personal),
    })
    expect([reply.status, reply.code]).toEqual([404, 'transfer.not-found'])
  })

  it('D129: revokes a token that the lookup token-list lists; requests with that token then get 401; 404 operator.action.unknown for an unknown lookup', async () => {
    const session = await logsIn(service)
    const ann = await service.createUser()
    const { body } = await reads(session, `lookups/token-list?user=${ann.userId}`)
    const token = /token (\d+)/.exec(body.lines.join())?.[1]
    const revoked = await runAction(session, 'token-revoke', {
      user: String(ann.userId),
      token,
    })
    expect(revoked.body.lines).toEqual([`token ${token} is revoked`])
    // The restart empties the cache of callers, which may contain the token.
    await service.restart()
    expect((await ann.call('GET /v1/me')).status).toBe(401)
    const unknown = await reads(session, 'lookups/user-list')
    expect([unknown.status, unknown.body.errors[0].code]).toEqual([404, 'operator.action.unknown'])
  })

  it('D129: verifies a profile, which then no longer waits in the list', async () => {
    const session = await logsIn(service)
    const ann = await service.createUser({ verified: false })
    expect(await idsOf(session, 'profiles')).toContain(ann.personal)
    await runAction(session, 'profile-verify', { profile: String(ann.personal) })
    expect(await idsOf(session, 'profiles')).not.toContain(ann.personal)
  })
})
