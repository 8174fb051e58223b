// Runs a command line in this process against the service of a test, and returns what it printed.

import { Readable } from 'node:stream'
import { baseUrlOf } from '../../sdk/test/client.ts'
import type { TestService } from '../../test/support/service.ts'
import { runCommandLine } from '../src/cli.ts'
import type { Env } from '../src/context.ts'

type CommandResult = {
  readonly code: number
  readonly out: string
  readonly err: string
  /** The lines of standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads replies of every shape.
  readonly json: () => any[]
}

type Settings = {
  readonly env?: Env
  /** A text, or a stream of the lines that a person types. */
  readonly stdin?: string | Readable
  readonly signal?: AbortSignal
  /** Called after each print, with all text that was printed to the same stream so far. */
  readonly onPrint?: (text: string) => void
}

export async function runCommand(
  args: readonly string[],
  settings: Settings = {},
): Promise<CommandResult> {
  const { env = {}, stdin = '', signal = new AbortController().signal, onPrint } = settings
  let out = ''
  let err = ''
  const code = await runCommandLine(args, {
    process: {
      stdout: {
        write: (text) => {
          out += typeof text === 'string' ? text : new TextDecoder('latin1').decode(text)
          onPrint?.(out)
        },
      },
      stderr: {
        write: (text) => {
          err += text
          onPrint?.(err)
        },
      },
      stdin: typeof stdin === 'string' ? Readable.from([stdin]) : stdin,
      env,
    },
    signal,
  })
  const json = () =>
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { code, out, err, json }
}

/** The environment that names the service of a test and a token. */
export async function envOf(service: TestService, token?: string): Promise<Env> {
  return { GODWIT_URL: await baseUrlOf(service), ...(token && { GODWIT_TOKEN: token }) }
}
