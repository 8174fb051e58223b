// What ends the session of an operator, and what changes the operator's access (D129).

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { collectReports, type Report } from '../../kernel/security-event.ts'
import {
  changePassword,
  endAllSessions,
  endLockOut,
  replaceSecondFactor,
  setOperatorActive,
} from '../change-access.ts'
import { endSession } from '../use-session.ts'
import {
  attemptLogIn,
  codesOf,
  createsOperator,
  hasSession,
  type Operator,
  refusalReason,
  secret,
} from './operators.ts'

const report: Report = () => undefined
const random = { secret }
const password = 'another horse battery'

describe('D129: the session of an operator', () => {
  const service = testService()
  const transact: typeof service.db.transact = (work) => service.db.transact(work)

  const logsIn = async (operator: Operator) => (await attemptLogIn(service, operator)).token

  it('ends 15 minutes after its last use: each use restarts the 15 minutes', async () => {
    const token = await logsIn(await createsOperator(service))
    for (let n = 0; n < 3; n++) {
      await service.advance({ minutes: 14, seconds: 59 })
      expect(await hasSession(service, token)).toBe(true)
    }
    await service.advance({ minutes: 15 })
    expect(await hasSession(service, token)).toBe(false)
    // A refused use does not restart the 15 minutes.
    expect(await hasSession(service, token)).toBe(false)
  })

  it('ends ten hours after the log-in, even while it is used', async () => {
    const token = await logsIn(await createsOperator(service))
    for (let n = 0; n < 59; n++) {
      await service.advance({ minutes: 10 })
      expect(await hasSession(service, token)).toBe(true)
    }
    await service.advance({ minutes: 10 })
    expect(await hasSession(service, token)).toBe(false)
  })

  it('ends at its log-out, which is reported once even if it is repeated; another session of the operator stays open', async () => {
    const ann = await createsOperator(service)
    const first = await logsIn(ann)
    await service.advance({ seconds: 30 })
    const second = await logsIn(ann)
    const reports = collectReports()
    for (let n = 0; n < 2; n++) await transact((tx) => endSession(tx, first, reports.report))
    expect(reports.take().map(({ kind }) => kind.name)).toEqual(['operators.logged-out'])
    expect([await hasSession(service, first), await hasSession(service, second)]).toEqual([
      false,
      true,
    ])
  })

  it('a random cookie, an empty cookie and the stored hash find no session', async () => {
    await logsIn(await createsOperator(service))
    const { rows } = await service.db.pool.query('select token_hash from operator_sessions')
    for (const token of [secret(), '', rows[0].token_hash])
      expect(await hasSession(service, token)).toBe(false)
  })

  it.each<[string, string, (email: string) => Promise<unknown>]>([
    [
      'ends',
      'a new password',
      (email) => transact((tx) => changePassword(tx, { email, password, random, report })),
    ],
    [
      'ends',
      'a new second factor',
      (email) => transact((tx) => replaceSecondFactor(tx, { email, random, report })),
    ],
    [
      'ends',
      'the end of all sessions',
      (email) => transact((tx) => endAllSessions(tx, { email, report })),
    ],
    [
      'ends',
      'deactivation',
      (email) => transact((tx) => setOperatorActive(tx, { email, active: false, report })),
    ],
    [
      'stays open',
      'the end of a lock-out',
      (email) => transact((tx) => endLockOut(tx, { email, report })),
    ],
  ])('%s after %s, and the session of another operator stays open', async (verb, _, change) => {
    const [ann, ben] = [await createsOperator(service), await createsOperator(service, 'Ben')]
    const [token, other] = [await logsIn(ann), await logsIn(ben)]
    await change(ann.email)
    expect(await hasSession(service, token)).toBe(verb === 'stays open')
    expect(await hasSession(service, other)).toBe(true)
  })

  it('a new password replaces the old one', async () => {
    const ann = await createsOperator(service)
    await transact((tx) => changePassword(tx, { email: ann.email, password, random, report }))
    expect(await refusalReason(service, ann)).toBe('password')
    expect(await refusalReason(service, ann, { password })).toBe('none')
  })

  it('a new second factor replaces the old one', async () => {
    const ann = await createsOperator(service)
    const { email } = ann
    const { uri } = await transact((tx) => replaceSecondFactor(tx, { email, random, report }))
    expect(await refusalReason(service, ann)).toBe('code')
    expect(await refusalReason(service, ann, { code: codesOf(uri)(service.now()) })).toBe('none')
  })

  it('a deactivated operator cannot log in until they are reactivated, and these failures do not lock the operator; earlier sessions stay ended', async () => {
    const ann = await createsOperator(service)
    const { email } = ann
    const token = await logsIn(ann)
    await service.advance({ seconds: 30 })
    await transact((tx) => setOperatorActive(tx, { email, active: false, report }))
    for (let n = 0; n < 5; n++) expect(await refusalReason(service, ann)).toBe('inactive')
    await transact((tx) => setOperatorActive(tx, { email, active: true, report }))
    expect(await hasSession(service, token)).toBe(false)
    expect(await refusalReason(service, ann)).toBe('none')
  })

  it('a log-in deletes the expired sessions of its operator', async () => {
    const ann = await createsOperator(service)
    await logsIn(ann)
    await service.advance({ minutes: 15 })
    const { session } = await attemptLogIn(service, ann)
    const { rows } = await service.db.pool.query(
      'select id from operator_sessions where operator_id = $1',
      [session?.operatorId],
    )
    expect(rows).toEqual([{ id: String(session?.id) }])
  })
})
