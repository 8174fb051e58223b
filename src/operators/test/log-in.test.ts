// The log-in of operators, and attacks on it (D129): guesses, replays, races, and what stored rows and times reveal.

import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { endLockOut, replaceSecondFactor } from '../change-access.ts'
import {
  attemptLogIn,
  codesOf,
  createsOperator,
  hasSession,
  type Operator,
  PASSWORD,
  refusalReason,
  secret,
} from './operators.ts'

const WRONG = { password: 'incorrect horse battery' }

describe('D129: the log-in of an operator', () => {
  const service = testService()

  const failsLogIns = async (ann: Operator, times: number) => {
    for (let n = 0; n < times; n++) await attemptLogIn(service, ann, WRONG)
  }

  it('password and code open a session, which is reported', async () => {
    const ann = await createsOperator(service)
    const { session, token, events } = await attemptLogIn(service, ann)
    expect(session).toMatchObject({ email: ann.email, name: 'Ann' })
    expect(events).toEqual([
      {
        name: 'operators.logged-in',
        operatorId: session?.operatorId,
        sessionId: session?.id,
      },
    ])
    expect(await hasSession(service, token)).toBe(true)
  })

  it('the e-mail address may be in another case, and the code may have spaces', async () => {
    const ann = await createsOperator(service)
    const code = ann.codeAt(service.now()).replace(/^.../, '$& ')
    expect(await refusalReason(service, ann, { email: ann.email.toUpperCase(), code })).toBe('none')
  })

  it.each([
    ['password', WRONG],
    ['code', { code: '000000' }],
    ['code', { code: '' }],
    ['password', { password: '', code: '' }],
    ['password', { password: `${PASSWORD} ` }],
    ['unknown', { email: 'nobody@operator.example' }],
    ['unknown', { email: '' }],
  ] as const)('fails with the reason %s for %j, and opens no session', async (reason, changed) => {
    const ann = await createsOperator(service)
    const { session, token, events } = await attemptLogIn(service, ann, changed)
    expect(session).toBeUndefined()
    expect(events).toMatchObject([{ name: 'operators.log-in-refused', reason }])
    expect(await hasSession(service, token)).toBe(false)
  })

  it('fails with the code of another operator', async () => {
    const [ann, ben] = [await createsOperator(service), await createsOperator(service, 'Ben')]
    expect(await refusalReason(service, ann, { code: ben.codeAt(service.now()) })).toBe('code')
  })

  it('refuses a code that was used, even during the 30 seconds in which an app shows it', async () => {
    const ann = await createsOperator(service)
    const code = ann.codeAt(service.now())
    expect(await refusalReason(service, ann, { code })).toBe('none')
    expect(await refusalReason(service, ann, { code })).toBe('used-code')
    await service.advance({ seconds: 29 })
    expect(await refusalReason(service, ann, { code })).toBe('used-code')
  })

  it('refuses the code before one that was used', async () => {
    const ann = await createsOperator(service)
    const earlier = ann.codeAt(service.now().subtract({ seconds: 30 }))
    expect(await refusalReason(service, ann)).toBe('none')
    expect(await refusalReason(service, ann, { code: earlier })).toBe('used-code')
  })

  it('accepts the code of 30 seconds ago and that of 30 seconds ahead, and no code of 60 seconds ago or ahead', async () => {
    for (const [seconds, reason] of [
      [-60, 'code'],
      [-30, 'none'],
      [30, 'none'],
      [60, 'code'],
    ] as const) {
      const ann = await createsOperator(service)
      const code = ann.codeAt(service.now().add({ seconds }))
      expect([seconds, await refusalReason(service, ann, { code })]).toEqual([seconds, reason])
    }
  })

  it('three concurrent log-ins with one code open one session', async () => {
    const ann = await createsOperator(service)
    const racers = Array.from({ length: 3 }, () => () => refusalReason(service, ann))
    const reasons = await raceResults(
      service.db,
      rowLock('operators', { email: ann.email }),
      racers,
    )
    expect(reasons).toEqual(['none', 'used-code', 'used-code'])
  })

  it('five failures lock the operator for 15 minutes, even when only the codes were wrong, and the right secrets then fail', async () => {
    const ann = await createsOperator(service)
    for (let n = 0; n < 4; n++)
      expect(await refusalReason(service, ann, { code: '000000' })).toBe('code')
    const { events } = await attemptLogIn(service, ann, { code: '000000' })
    expect(events).toMatchObject([{}, { name: 'operators.locked', failures: 5 }])
    expect(await refusalReason(service, ann)).toBe('locked')
    await service.advance({ minutes: 14 })
    expect(await refusalReason(service, ann)).toBe('locked')
    await service.advance({ minutes: 1 })
    expect(await refusalReason(service, ann)).toBe('none')
  })

  it('concurrent guesses are counted one after the other: the last finds an operator who is locked', async () => {
    const ann = await createsOperator(service)
    await failsLogIns(ann, 3)
    const racers = Array.from({ length: 3 }, () => () => refusalReason(service, ann, WRONG))
    const reasons = await raceResults(
      service.db,
      rowLock('operators', { email: ann.email }),
      racers,
    )
    expect(reasons.toSorted()).toEqual(['locked', 'password', 'password'])
  })

  it('attempts during a lock-out do not make the lock-out longer', async () => {
    const ann = await createsOperator(service)
    await failsLogIns(ann, 20)
    await service.advance({ minutes: 15 })
    expect(await refusalReason(service, ann)).toBe('none')
  })

  it('the end of a lock-out does not forget the failures: the tenth failure and each later one lock the operator for 24 hours', async () => {
    const ann = await createsOperator(service)
    await failsLogIns(ann, 5)
    await service.advance({ minutes: 15 })
    await failsLogIns(ann, 5)
    await service.advance({ hours: 23, minutes: 59 })
    expect(await refusalReason(service, ann)).toBe('locked')
    await service.advance({ minutes: 1 })
    await failsLogIns(ann, 1)
    expect(await refusalReason(service, ann)).toBe('locked')
    await service.advance({ hours: 24 })
    expect(await refusalReason(service, ann)).toBe('none')
  })

  it('a log-in that succeeds forgets the failures', async () => {
    const ann = await createsOperator(service)
    await failsLogIns(ann, 4)
    expect(await refusalReason(service, ann)).toBe('none')
    await failsLogIns(ann, 4)
    await service.advance({ seconds: 30 })
    expect(await refusalReason(service, ann)).toBe('none')
  })

  it('the end of a lock-out by a command forgets the failures: the fifth failure after it locks the operator for 15 minutes again', async () => {
    const ann = await createsOperator(service)
    await failsLogIns(ann, 5)
    expect(await refusalReason(service, ann)).toBe('locked')
    const { email } = ann
    await service.db.transact((tx) => endLockOut(tx, { email, report: () => undefined }))
    for (let n = 0; n < 5; n++) expect(await refusalReason(service, ann, WRONG)).toBe('password')
    expect(await refusalReason(service, ann)).toBe('locked')
    await service.advance({ minutes: 15 })
    expect(await refusalReason(service, ann)).toBe('none')
  })

  it('failures of one operator do not lock another', async () => {
    const [ann, ben] = [await createsOperator(service), await createsOperator(service, 'Ben')]
    await failsLogIns(ann, 5)
    expect(await refusalReason(service, ben)).toBe('none')
  })

  it('a lock-out survives a restart, because it is in the database', async () => {
    const ann = await createsOperator(service)
    await failsLogIns(ann, 5)
    await service.restart()
    expect(await refusalReason(service, ann)).toBe('locked')
  })

  it('a failure takes at least a third of the time of a wrong password also for an unknown and for a locked operator', async () => {
    const [ann, ben] = [await createsOperator(service), await createsOperator(service, 'Ben')]
    await failsLogIns(ann, 5)
    const shortest = { wrongPassword: Infinity, unknown: Infinity, locked: Infinity }
    const measure = async (kind: keyof typeof shortest, attempt: () => Promise<unknown>) => {
      const start = performance.now()
      await attempt()
      shortest[kind] = Math.min(shortest[kind], performance.now() - start)
    }
    // The three kinds take turns, so that load slows all of them. There are four rounds, because the
    // fifth wrong password would lock the operator.
    for (let round = 0; round < 4; round++) {
      await measure('wrongPassword', () => attemptLogIn(service, ben, WRONG))
      await measure('unknown', () =>
        attemptLogIn(service, ben, { email: 'nobody@operator.example' }),
      )
      await measure('locked', () => attemptLogIn(service, ann))
    }
    // The time of a password hash: without the hash each attempt would take a few milliseconds.
    expect(shortest.unknown).toBeGreaterThan(shortest.wrongPassword / 3)
    expect(shortest.locked).toBeGreaterThan(shortest.wrongPassword / 3)
  })

  it('the rows of an operator and a session contain neither password, nor cookie, nor the secret of codes', async () => {
    const ann = await createsOperator(service)
    const { email } = ann
    const { uri } = await service.db.transact((tx) =>
      replaceSecondFactor(tx, { email, random: { secret }, report: () => undefined }),
    )
    const operator = { email, codeAt: codesOf(uri) }
    const { token } = await attemptLogIn(service, operator)
    const { rows } = await service.db.pool.query(
      `select o::text as operator, s::text as session from operators o
         join operator_sessions s on s.operator_id = o.id where o.email = $1`,
      [ann.email],
    )
    const text = JSON.stringify(rows)
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(text).not.toContain(PASSWORD)
    expect(text).not.toContain(token)
    // A column of bytes is printed in hexadecimal.
    expect(text.toUpperCase()).not.toContain(URI.parse(uri).secret.hex)
  })
})
