// What operators see and do in the console of live mode (D129).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { acts, logsIn, readsConsole } from '../../../test/support/operator-console.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer } from '../../../test/support/transfers.ts'
import { createsOperator } from '../../operators/test/operators.ts'
import { actionNames } from '../http/operator/actions.ts'
import { commands } from '../operator/commands.ts'
import { commandRunner } from './operator-commands.ts'

describe('an operator', () => {
  const service = testService({ mode: 'live' })

  const reads = (session: Awaited<ReturnType<typeof logsIn>>, path: string) =>
    readsConsole(service, session, path)

  /** A transfer of a customer that is paid by bank transfer, and its options in an action. */
  async function unpaid(person?: Person) {
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
    const { ann, id, fields } = await unpaid()
    expect(await idsOf(session, 'pay-ins')).toContain(id)
    expect((await acts(session, 'pay-in-confirm', fields)).body).toEqual({
      lines: [`transfer ${id} is processing`],
      repeated: false,
    })
    expect(await idsOf(session, 'pay-ins')).not.toContain(id)
    expect(await idsOf(session, 'conversions')).toContain(id)
    await convert(fields)
    expect(await idsOf(session, 'pay-outs')).toContain(id)
    await acts(session, 'pay-out-confirm', fields)
    expect(await statusOf(ann, id)).toBe('outgoing_payment_sent')
    expect(await idsOf(session, 'pay-outs')).not.toContain(id)
    await acts(session, 'pay-out-bounce', fields)
    expect(await idsOf(session, 'refunds')).toContain(id)
    const refunded = await acts(session, 'transfer-refund', fields)
    expect(refunded.body.lines[0]).toBe(`transfer ${id} is funds_refunded`)
    expect(await idsOf(session, 'refunds')).not.toContain(id)
  })

  it('D129: each action is a line in the security log, with the name of the operator', async () => {
    const session = await logsIn(service, await createsOperator(service, 'Cleo'))
    const { ann, id, fields } = await unpaid()
    await acts(session, 'pay-in-confirm', fields)
    await acts(session, 'pay-in-confirm', { ...fields, transfer: '999999' })
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

  it('D129: a repeated key has one effect and the same reply, also when both are sent at the same time', async () => {
    const session = await logsIn(service)
    const { ann, id, fields } = await unpaid()
    const key = randomUUID()
    const replies = await Promise.all(
      [1, 2, 3].map(() => acts(session, 'pay-in-confirm', fields, key)),
    )
    expect(replies.map(({ body }) => body.repeated).sort()).toEqual([false, true, true])
    expect(new Set(replies.map(({ body }) => body.lines.join())).size).toBe(1)
    const { rows } = await service.db.pool.query(
      'select count(*)::int as n from ledger_postings where profile_id = $1 and to_account = $2',
      [ann.personal, `transfer:${id}`],
    )
    expect(rows).toEqual([{ n: 1 }])
    const other = await acts(session, 'pay-in-confirm', { ...fields, amount: '2' }, key)
    expect([other.status, other.code]).toEqual([409, 'idempotency.key.reused'])
  })

  it('the key of one operator is not that of another', async () => {
    const [ann, ben] = [await logsIn(service), await logsIn(service)]
    const [first, second] = [await unpaid(), await unpaid()]
    const key = randomUUID()
    expect((await acts(ann, 'pay-in-confirm', first.fields, key)).body.repeated).toBe(false)
    expect((await acts(ben, 'pay-in-confirm', second.fields, key)).body.repeated).toBe(false)
  })

  it('a refused action changes nothing and does not use up its key', async () => {
    const session = await logsIn(service)
    const { ann, id, fields } = await unpaid()
    const key = randomUUID()
    const early = await acts(session, 'pay-out-confirm', fields, key)
    expect([early.status, early.code]).toEqual([409, 'wrong_status'])
    expect(await statusOf(ann, id)).toBe('incoming_payment_waiting')
    await acts(session, 'pay-in-confirm', fields)
    await convert(fields)
    const again = await acts(session, 'pay-out-confirm', fields, key)
    expect(again.body).toEqual({
      lines: [`transfer ${id} is outgoing_payment_sent`],
      repeated: false,
    })
  })

  it('confirming the same pay-out twice with two keys sends the money once', async () => {
    const session = await logsIn(service)
    const { id, fields } = await unpaid()
    await acts(session, 'pay-in-confirm', fields)
    await convert(fields)
    const both = await Promise.all([1, 2].map(() => acts(session, 'pay-out-confirm', fields)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await service.db.pool.query(
      "select count(*)::int as n from ledger_postings where from_account = $1 and to_account = 'pay-out'",
      [`transfer:${id}`],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  const others = commands
    .map(({ name }) => name)
    .filter((name) => !(actionNames as readonly string[]).includes(name))

  it('D129: 404 operator.action.unknown for every other command of the operator, and for other words', async () => {
    const session = await logsIn(service)
    expect(others).toContain('user create')
    expect(others).toContain('transfer convert')
    for (const name of [...others, 'constructor', '__proto__', 'pay-in confirm', 'audit']) {
      const action = encodeURIComponent(name.includes('-') ? name : name.replaceAll(' ', '-'))
      if (action === 'pay-in-confirm') continue
      const reply = await acts(session, action)
      expect([name, reply.status, reply.code]).toEqual([name, 404, 'operator.action.unknown'])
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
  ])('%s refuses %j', async (action, fields, expected) => {
    const session = await logsIn(service)
    const { status, body } = await acts(session, action, fields)
    expect([status, body.errors[0].code, body.errors[0].path]).toEqual(expected)
    expect(body.errors[0].message).not.toContain('--')
  })

  it('400 operator.key.missing without a UUID as the key', async () => {
    const session = await logsIn(service)
    const fields = { profile: '1', transfer: '1' }
    expect((await acts(session, 'pay-in-confirm', fields, 'one')).code).toBe('operator.key.missing')
  })

  it('404 for a transfer of another profile than the one that the action names', async () => {
    const session = await logsIn(service)
    const [{ fields }, other] = [await unpaid(), await service.createUser()]
    const reply = await acts(session, 'pay-in-confirm', {
      ...fields,
      profile: String(other.personal),
    })
    expect([reply.status, reply.code]).toEqual([404, 'transfer.not-found'])
  })

  it('D129: revokes a token of a user, which the lookup lists and which then is refused', async () => {
    const session = await logsIn(service)
    const ann = await service.createUser()
    const { body } = await reads(session, `lookups/token-list?user=${ann.userId}`)
    const token = /token (\d+)/.exec(body.lines.join())?.[1]
    const revoked = await acts(session, 'token-revoke', {
      user: String(ann.userId),
      token,
    })
    expect(revoked.body.lines).toEqual([`token ${token} is revoked`])
    await service.restart()
    expect((await ann.call('GET /v1/me')).status).toBe(401)
    expect((await reads(session, 'lookups/user-list')).status).toBe(404)
  })

  it('D129: verifies a profile that waits', async () => {
    const session = await logsIn(service)
    const ann = await service.createUser({ verified: false })
    expect(await idsOf(session, 'profiles')).toContain(ann.personal)
    await acts(session, 'profile-verify', { profile: String(ann.personal) })
    expect(await idsOf(session, 'profiles')).not.toContain(ann.personal)
  })
})
