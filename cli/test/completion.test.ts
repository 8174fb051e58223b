// Completion in a shell.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runCommand } from './command.ts'
import { nodeArgs } from './program.ts'

const execute = promisify(execFile)

describe('completion', () => {
  const complete = async (...args: string[]) =>
    (await runCommand(['__complete', ...args])).out.split('\n').filter(Boolean)

  it.each([
    [['cl'], ['clock']],
    [
      ['clock', ''],
      ['show', 'advance', 'next', 'preview'],
    ],
    [
      ['api', 'createQ'],
      ['createQuote', 'createQuoteV1', 'createQuoteV2'],
    ],
    [['api', '--js'], ['--json']],
    [
      ['clock', 'advance', '--'],
      ['--', '--json', '--url', '--token', '--by', '--to'],
    ],
    [['listen', '--event', 'transfers#re'], ['transfers#refund']],
    [['trigger', 'swift'], ['swift-in#credit']],
    [
      ['logs', 'is:'],
      ['is:error', 'is:replayed', 'is:reused'],
    ],
    [
      ['logs', 'tr'],
      ['trace:', 'transfer:'],
    ],
    [['logs', 'quo'], ['quote:']],
    [['logs', 'stat'], ['status:']],
    [
      ['completion', ''],
      ['--', 'bash', 'zsh'],
    ],
    [['nowhere', ''], []],
  ])('%j is completed to %j', async (args, completions) => {
    expect(await complete(...args)).toEqual(completions)
  })

  it('bash completes with the printed script', async () => {
    const shell = `
      godwit() { ${[process.execPath, ...nodeArgs()].map((word) => `'${word}'`).join(' ')} "$@"; }
      eval "$(godwit completion bash)"
      COMP_WORDS=(godwit api getTran) COMP_CWORD=2
      _godwit
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await execute('bash', ['-c', shell])
    expect(stdout.split('\n')).toContain('getTransfer')
    expect(stdout).not.toContain('createQuote')
  })

  it('exit code 2 for a shell other than bash and zsh', async () => {
    const { code, err } = await runCommand(['completion', 'toString'])
    expect([code, err]).toEqual([2, expect.stringContaining('Use bash or zsh')])
  })
})
