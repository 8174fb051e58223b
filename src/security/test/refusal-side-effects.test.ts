// The side effects of refusals are committed, while everything else that the request wrote is rolled back.

import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { traces } from '../../../test/architecture/traces.ts'
import { testService } from '../../../test/support/service.ts'
import { sql } from '../../kernel/database/db.ts'
import { writes } from '../../kernel/endpoint.ts'
import { type ErrorKind, Refusal } from '../../kernel/refusal.ts'
import {
  type RefusalSideEffect,
  refusalSideEffect,
  refuseWith,
} from '../../kernel/refusal-side-effect.ts'
import * as declared from '../refusal-side-effects.ts'
import { raiseEpoch } from '../store.ts'
import {
  answerChallenge,
  challengeToken,
  outcome,
  registersKey,
  requestFunding,
  setsPin,
} from './protected-requests.ts'

const RefusedByUseCase: ErrorKind = { code: 'probe.by-use-case', status: 409, message: 'Refused.' }
const RefusedBySideEffect: ErrorKind = {
  code: 'probe.by-side-effect',
  status: 409,
  message: 'Refused.',
}

const changeLanguageSql = sql<never>(`update users set language = 'FR' where id = $1`)

const probeSideEffect = refusalSideEffect<{ userId: number; replace: boolean }>({
  name: 'probe.side-effect',
  because: 'it is a test',
  tables: ['users'],
  write: async (tx, { userId, replace }) => {
    await tx.rows(changeLanguageSql, [userId])
    return replace ? new Refusal([{ kind: RefusedBySideEffect }]) : undefined
  },
})

const probe = writes(
  {
    id: 'probe.refuse',
    operationId: 'probeRefuse',
    route: 'POST /probe/refuse',
    summary: 'Writes, then refuses',
    spec: 'D31',
    access: { token: 'user' },
    body: Type.Object({ replace: Type.Optional(Type.Boolean()) }),
    reply: Type.Null(),
    onRepeat: RefusedByUseCase,
    errors: [RefusedByUseCase, RefusedBySideEffect],
  },
  async (tx, { caller: { userId }, body: { replace = false } }) => {
    await raiseEpoch(tx, userId)
    return refuseWith(new Refusal([{ kind: RefusedByUseCase }]), probeSideEffect, {
      userId,
      replace,
    })
  },
)

describe('the side effects of a refusal', () => {
  const service = testService({ extra: [probe] })

  it.each([
    [false, '409 probe.by-use-case'],
    [true, '409 probe.by-side-effect'],
  ])(
    'are committed, while the writes of the use case are rolled back (refused by the side effect: %s)',
    async (replace, expected) => {
      const ann = await service.createUser()
      expect(outcome(await ann.call('POST /probe/refuse', { body: { replace } }))).toBe(expected)
      const { rows } = await service.db.pool.query(
        `select language, (select epoch from security_holders where user_id = id) as epoch
         from users where id = $1`,
        [ann.userId],
      )
      expect(rows).toEqual([{ language: 'FR', epoch: null }])
    },
  )

  /** For each side effect, by its name: prepares a user, and returns the function that sends the request with this side effect. */
  const cases: Record<string, () => Promise<() => Promise<string>>> = {
    'security.failed-attempt': async () => {
      const ann = await service.createUser()
      await setsPin(ann)
      const token = challengeToken(await requestFunding(ann))
      return async () => outcome(await answerChallenge(ann, token, 'PIN', { pin: '0000' }))
    },
    'security.issued-token': async () => {
      const ann = await service.createUser()
      await setsPin(ann)
      return async () => outcome(await requestFunding(ann))
    },
    'security.failed-signature': async () => {
      const ann = await service.createUser()
      await registersKey(ann)
      const token = challengeToken(await requestFunding(ann))
      const signature = Buffer.from('not a signature').toString('base64')
      const headers = { 'x-2fa-approval': token, 'x-signature': signature }
      return async () => outcome(await requestFunding(ann, headers))
    },
  }
  const sideEffects: readonly Pick<RefusalSideEffect<never>, 'name' | 'tables'>[] =
    Object.values(declared)

  it('each have a request in this test', () => {
    expect(sideEffects.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort())
  })

  it.each(sideEffects)(
    '$name is committed, and changes only the tables that it declares',
    async ({ name, tables }) => {
      const request = await (cases[name]?.() ?? expect.unreachable())
      const before = await traces(service.db)
      expect(await request()).toMatch(/^40[03] /)
      const after = await traces(service.db)
      const changed = Object.keys(after).filter((table) => after[table] !== before[table])
      expect(changed.length).toBeGreaterThan(0)
      expect(tables).toEqual(expect.arrayContaining(changed))
    },
  )
})
