// The commands of the command line that manage the operators who log in to the console of live mode.

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  codesOf,
  createsOperator,
  type Operator,
  PASSWORD,
  refusalReason,
} from '../../operators/test/operators.ts'
import { parseCommand, runCommand } from '../operator/command-line.ts'
import { UsageError } from '../operator/options.ts'
import { defaultSettings } from '../settings.ts'

const email = 'ann@operator.example'

describe('D129: the commands for operators of the console', () => {
  const service = testService()

  /** Runs the command of these words. A command that reads a password gets `password`. */
  const runWords = (words: readonly string[], password = '') => {
    const { clock } = service.workerContext
    return runCommand(service.db, parseCommand(words), {
      settings: defaultSettings,
      securityLog: service.securityLog,
      warn: (line) => {
        throw new Error(line)
      },
      password,
      clocks: { sandbox: clock, live: clock },
    })
  }
  const runLine = (line: string, password?: string) => runWords(line.split(' '), password)
  const runCreate = (address: string, password = PASSWORD, name = 'Ann Ash') =>
    runWords(['operator', 'create', '--email', address, '--name', name], password)
  const reasonWith = (uri: string, password = PASSWORD) =>
    refusalReason(service, { email, codeAt: codesOf(uri) }, { password })

  it('operator create prints the second factor, with which the operator logs in, and refuses the same address in capitals', async () => {
    const before = service.securityLines.length
    const [uri = ''] = await runCreate(email)
    const lines = service.securityLines.slice(before)
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/Godwit:ann%40operator\.example\?issuer=Godwit&secret=[A-Z2-7]{32}&/,
    )
    expect(await reasonWith(uri)).toBe('none')
    expect(lines).toMatchObject([
      { security: 'app.operator-command', command: 'operator create', outcome: 'done' },
      { security: 'operators.access-changed', change: 'created' },
    ])
    expect(JSON.stringify(lines)).not.toContain(email)
    await expect(runCreate(email.toUpperCase())).rejects.toThrow('operator.exists')
  })

  it.each([
    ['operator.email.invalid', 'not an address', PASSWORD, 'Ann'],
    ['operator.password.invalid', 'ben@operator.example', 'short', 'Ben'],
    ['operator.password.invalid', 'ben@operator.example', '', 'Ben'],
    ['operator.name.invalid', 'ben@operator.example', PASSWORD, ' '],
    ['operator.name.invalid', 'ben@operator.example', PASSWORD, 'Ben\nBeech'],
    ['operator.name.invalid', 'ben@operator.example', PASSWORD, 'B'.repeat(101)],
  ])(
    'operator create refuses with %s for %s, password %j, name %j, and creates no operator',
    async (code, ...input) => {
      await expect(runCreate(...input)).rejects.toThrow(code)
      expect((await runLine('operator list')).join()).not.toMatch(/ben@|not an address/)
    },
  )

  it('operator password and second-factor replace the secrets', async () => {
    const [former = ''] = await runLine(`operator second-factor --email ${email}`)
    const [uri = ''] = await runLine(`operator second-factor --email ${email}`)
    expect(await reasonWith(former)).toBe('code')
    expect(await reasonWith(uri)).toBe('none')
    expect(await runLine(`operator password --email ${email}`, 'another battery')).toEqual([
      `${email} has a new password and no session`,
    ])
    await service.advance({ seconds: 30 })
    expect(await reasonWith(uri)).toBe('password')
    expect(await reasonWith(uri, 'another battery')).toBe('none')
    await expect(runLine(`operator password --email ${email}`, 'short')).rejects.toThrow(
      'operator.password.invalid',
    )
  })

  it('operator list shows who is locked or deactivated; unlock, deactivate and reactivate change that', async () => {
    const state = async () => (await runLine('operator list')).at(-1)?.split('  ').at(-1)
    const [uri = ''] = await runCreate('cleo@operator.example')
    const cleo = { email: 'cleo@operator.example', codeAt: codesOf(uri) }
    const fails = () => refusalReason(service, cleo, { password: 'not the password' })
    expect(await state()).toBe('active')
    await fails()
    expect(await state()).toBe('active, failed log-ins: 1')
    for (let n = 0; n < 4; n++) await fails()
    expect(await state()).toMatch(/^locked until 2026-/)
    const runFor = (verb: string) => runLine(`operator ${verb} --email ${cleo.email}`)
    await runFor('unlock')
    expect(await state()).toBe('active')
    expect(await refusalReason(service, cleo)).toBe('none')
    await runFor('deactivate')
    expect(await state()).toBe('deactivated')
    await runFor('reactivate')
    expect(await state()).toBe('active')
  })

  it('operator log-out ends all sessions of the operator, and no other session', async () => {
    const [dora, eva] = [
      await createsOperator(service, 'dora'),
      await createsOperator(service, 'eva'),
    ]
    const sessionsOf = async (operator: Operator) => {
      const { rows } = await service.db.pool.query(
        `select from operator_sessions s join operators o on o.id = s.operator_id where o.email = $1`,
        [operator.email],
      )
      return rows.length
    }
    for (const operator of [dora, eva]) expect(await refusalReason(service, operator)).toBe('none')
    expect([await sessionsOf(dora), await sessionsOf(eva)]).toEqual([1, 1])
    expect(await runLine(`operator log-out --email ${dora.email}`)).toEqual([
      `${dora.email} has no session`,
    ])
    expect([await sessionsOf(dora), await sessionsOf(eva)]).toEqual([0, 1])
  })

  it.each(['password', 'second-factor', 'unlock', 'log-out', 'deactivate', 'reactivate'])(
    'operator %s refuses an unknown e-mail address, and requires the option --email',
    async (verb) => {
      await expect(
        runLine(`operator ${verb} --email nobody@operator.example`, PASSWORD),
      ).rejects.toThrow('operator.not-found')
      expect(() => parseCommand(['operator', verb])).toThrow(UsageError)
    },
  )

  it('the option --password is refused, because other people on the machine can see command lines', () => {
    expect(() =>
      parseCommand(['operator', 'password', '--email', email, '--password', 'x']),
    ).toThrow("Unknown option '--password'")
  })
})
