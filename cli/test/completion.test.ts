// Completion in a shell, and how quickly every command prints its help.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { runs } from './command.ts'

/** The command starts up to `TRIES_MAX` times. */
const TIMEOUT_MS = 30_000

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const node = [process.execPath, '--conditions=godwit-source']
const execute = promisify(execFile)

describe('completion', () => {
  const complete = async (...args: string[]) =>
    (await runs(['__complete', ...args])).out.split('\n').filter(Boolean)

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
      godwit() { ${node.map((word) => `'${word}'`).join(' ')} '${main}' "$@"; }
      eval "$(godwit completion bash)"
      COMP_WORDS=(godwit api getTran) COMP_CWORD=2
      _godwit
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await execute('bash', ['-c', shell])
    expect(stdout.split('\n')).toContain('getTransfer')
    expect(stdout).not.toContain('createQuote')
  })

  it('exit code 2 for a shell other than bash and zsh', async () => {
    const { code, err } = await runs(['completion', 'toString'])
    expect([code, err]).toEqual([2, expect.stringContaining('Use bash or zsh')])
  })
})

describe('--help', () => {
  /** Help takes about 90 ms on a machine with two processors, and more than 200 ms where it loads the SDK. */
  const LIMIT_MS = 150
  /** On a slower machine help may take this many times the processor time of an empty program. It takes about 1.4 times. */
  const EMPTY_PROGRAMS_MAX = 2
  const TRIES_MAX = 5
  const report =
    'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(String((user+system)/1000))})'

  /** Milliseconds of processor time. */
  async function processorMsOf(args: readonly string[]): Promise<number> {
    const [program = '', ...options] = node
    const { stderr } = await execute(program, [...options, '--import', report, ...args])
    return Number(stderr)
  }

  /** Whether the help of the command took as little processor time as it may, compared with an empty program at the same time. */
  async function isQuick(command: readonly string[]): Promise<boolean> {
    const helpMs = await processorMsOf([main, ...command, '--help'])
    return helpMs <= LIMIT_MS || helpMs <= EMPTY_PROGRAMS_MAX * (await processorMsOf(['-e', '0']))
  }

  const commands = [
    '',
    'api',
    'send',
    'start',
    'listen',
    'trigger',
    'logs',
    'clock',
    'clock show',
    'clock advance',
    'clock next',
    'clock preview',
    'doctor',
    'audit',
    'operator',
    'completion',
  ]
  it.each(commands)(
    `of godwit %s takes at most ${LIMIT_MS} ms of processor time, or twice that of an empty program`,
    async (command) => {
      const words = command.split(' ').filter(Boolean)
      const { stdout } = await execute(node[0]!, [...node.slice(1), main, ...words, '--help'])
      expect(stdout).toContain('USAGE')
      let tries = 1
      while (!(await isQuick(words))) expect(tries++).toBeLessThan(TRIES_MAX)
    },
    TIMEOUT_MS,
  )
})
