// The operator's command line: its arguments, its exit codes, its table in docs/configuration.md, and the command `audit`.

import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { liveEnvironment } from '../../../test/support/secrets.ts'
import { testService } from '../../../test/support/service.ts'
import { fieldsOf } from '../../kernel/security-event.ts'
import { operate, parseCommand } from '../operator/command-line.ts'
import { commands } from '../operator/commands.ts'
import { maintenanceCommands } from '../operator/maintenance.ts'
import { UsageError } from '../operator/options.ts'

describe('the command line of the operator', () => {
  const runLine = async (line: string, env: Record<string, string> = {}) => {
    const lines: string[] = []
    const output = {
      print: (text: string) => lines.push(text),
      printError: (text: string) => lines.push(text),
      securityLog: () => undefined,
      readPassword: async () => '',
    }
    const code = await operate(line.split(' ').filter(Boolean), env, output)
    return { code, text: lines.join('\n') }
  }

  it('exits with 2 and prints every command when no command is named', async () => {
    const { code, text } = await runLine('')
    expect(code).toBe(2)
    for (const { name, summary, required } of commands) {
      expect(text).toContain(`  ${name} ${required.length === 0 ? '' : '--'}`)
      expect(text).toContain(summary)
    }
    for (const { usage, summary } of maintenanceCommands)
      expect(text).toContain(`  ${usage}\n      ${summary}`)
  })

  it.each([
    ['user delete', 'Unknown command'],
    ['user create', 'user create needs --email'],
    ['user create --email a@b.example --colour blue', '--colour'],
    ['application change --no-key', 'application change: '],
  ])('exits with 2 and an explanation for %j', async (line, message) => {
    const { code, text } = await runLine(line)
    expect([code, text]).toEqual([2, expect.stringContaining(message)])
    expect(() => parseCommand(line.split(' '))).toThrow(UsageError)
  })

  it('exits with 1 and an explanation when a variable is invalid', async () => {
    const { code, text } = await runLine('user create --email a@b.example', {
      GODWIT_AUTO_ADVANCE: 'soon',
    })
    expect([code, text]).toEqual([1, expect.stringContaining('GODWIT_AUTO_ADVANCE is soon')])
  })

  it('exits with 1 and a sentence without the password when the database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }
    expect(await runLine('user create --email a@b.example', env)).toEqual({
      code: 1,
      text: 'The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1. Start the database, or correct DATABASE_URL.',
    })
  })
})

describe('a command on a live database', () => {
  const service = testService({ mode: 'live', audited: false })

  const runLine = async (line: string) => {
    const lines: string[] = []
    const logged: Record<string, unknown>[] = []
    const { rows } = await service.db.pool.query('select current_database() as name')
    const url = new URL(inject('postgresUrl'))
    url.pathname = rows[0].name
    const env = { ...liveEnvironment, DATABASE_URL: url.href }
    const code = await operate(line.split(' '), env, {
      print: (text) => lines.push(text),
      printError: (text) => lines.push(text),
      securityLog: (event) => logged.push(fieldsOf(event)),
      readPassword: async () => '',
    })
    return { code, logged, text: lines.join('\n') }
  }
  const storedEntries = async () =>
    (
      await service.db.pool.query(
        `select nature, fields from security_log where event = 'app.operator-command' order by id`,
      )
    ).rows

  it('gap 1094: an audit is stored in the security log as done, and as refused when a balance is wrong', async () => {
    expect(await runLine('audit')).toMatchObject({
      code: 0,
      logged: [{ command: 'audit', outcome: 'done' }],
    })
    const ann = await service.createUser()
    await service.db.pool.query(
      `insert into ledger_accounts (profile_id, account, currency, balance, sequence)
       values ($1, 'available:1', 'GBP', 100, 1)`,
      [ann.personal],
    )
    const { code, logged } = await runLine('audit')
    await service.db.pool.query('delete from ledger_accounts')
    expect([code, logged]).toEqual([1, [{ command: 'audit', outcome: 'refused' }]])
    expect(await storedEntries()).toEqual([
      { nature: 'change', fields: { command: 'audit', outcome: 'done' } },
      { nature: 'change', fields: { command: 'audit', outcome: 'refused' } },
    ])
  })

  it.each([
    ['audit', 'audit', /The ledger is correct/],
    ['user create', 'user create --email ann@command.example', /^token {2}\S{36}$/m],
  ])(
    '%s prints its result, and a warning when its entry in the security log cannot be stored',
    async (name, line, result) => {
      await service.db.pool.query('alter table security_log rename to no_security_log')
      const { code, text } = await runLine(line)
      await service.db.pool.query('alter table no_security_log rename to security_log')
      expect([code, text]).toEqual([0, expect.stringMatching(result)])
      expect(text).toContain(`has no entry of ${name}`)
    },
  )
})

/** The commands in the table of docs/configuration.md, each with its sorted options, without their values and without `[no-]`. */
function documentedCommands(): Map<string, string[]> {
  const text = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('| Command | Options |'))
  const rows = [...table.matchAll(/^\| (`[a-z].*?) \|(.*?)\|/gm)]
  return new Map(
    rows.flatMap(([, names = '', options = '']) => {
      const printed = [...options.matchAll(/`(\[?--.*?)`/g)].map(([, option = '']) => option)
      const bare = printed.map((option) => option.replace('[no-]', '').replace(/ [^\]]*/, ''))
      return [...names.matchAll(/`(.*?)`/g)].map(([, name = '']) => [name, bare.sort()] as const)
    }),
  )
}

it('docs/configuration.md lists every command with its options, in brackets where they may be left out', () => {
  const optionsOf = ({ required, optional, flags = [] }: (typeof commands)[number]) =>
    [
      ...required.map((option) => `--${option}`),
      ...[...optional, ...flags].map((option) => `[--${option}]`),
    ].sort()
  const documented = documentedCommands()
  for (const command of commands)
    expect([command.name, documented.get(command.name)]).toEqual([command.name, optionsOf(command)])
  expect([...documented.keys()].sort()).toEqual(
    [...commands, ...maintenanceCommands].map(({ name }) => name).sort(),
  )
})
