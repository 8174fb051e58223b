// The operator's command line: its words, its exit codes, and its table in docs/configuration.md.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operate, parseCommand } from '../operator/command-line.ts'
import { commands } from '../operator/commands.ts'
import { maintenance } from '../operator/maintenance.ts'
import { UsageError } from '../operator/options.ts'

describe('the command line of the operator', () => {
  const printed = async (line: string, env: Record<string, string> = {}) => {
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
    const { code, text } = await printed('')
    expect(code).toBe(2)
    for (const { name, summary } of commands) {
      expect(text).toContain(`  ${name} ${name === 'operator list' ? '' : '--'}`)
      expect(text).toContain(summary)
    }
  })

  it.each([
    ['user delete', 'Unknown command'],
    ['user create', 'user create needs --email'],
    ['user create --email a@b.example --colour blue', '--colour'],
  ])('exits with 2 and an explanation for %j', async (line, message) => {
    const { code, text } = await printed(line)
    expect([code, text]).toEqual([2, expect.stringContaining(message)])
    expect(() => parseCommand(line.split(' '))).toThrow(UsageError)
  })

  it('exits with 1 and an explanation when a variable is invalid', async () => {
    const { code, text } = await printed('user create --email a@b.example', {
      GODWIT_AUTO_ADVANCE: 'soon',
    })
    expect([code, text]).toEqual([1, expect.stringContaining('GODWIT_AUTO_ADVANCE is soon')])
  })

  it('exits with 1 when the database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { code, text } = await printed('user create --email a@b.example', env)
    expect([code, text]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  })
})

/** The commands in the table of docs/configuration.md, each with its options as they are printed there. */
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
    [...commands, ...maintenance].map(({ name }) => name).sort(),
  )
})
