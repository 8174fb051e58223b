// The streams, the environment and the signal that a command uses, and how it prints its result and its progress. Tests
// pass other streams, and need no process.

import type { Readable } from 'node:stream'

export type Env = Readonly<Record<string, string | undefined>>

type Streams = {
  readonly stdout: { write(text: string | Uint8Array): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly stdin: Readable
}

export type Context = {
  readonly process: Streams & { readonly env: Env; exitCode?: number | string | null }
  /** Aborts when the user presses Ctrl-C, or when the process gets SIGTERM. */
  readonly signal: AbortSignal
}

/** The option of every command that prints a result. */
export type OutputOptions = { readonly json: boolean }

/** Options of every command that calls the service. */
export type ServiceOptions = OutputOptions & { readonly url?: string; readonly token?: string }

/**
 * Prints a value as JSON: indented, or in one line with `--json`. Without `--json` a text is printed as it is, ended by a line
 * break. Prints nothing for undefined, the result of an operation whose reply has no body.
 */
export function print(context: Context, value: unknown, { json }: OutputOptions): void {
  if (value === undefined) return
  const text = typeof value === 'string' && !json ? value : jsonOf(value, json)
  context.process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

function jsonOf(value: unknown, json: boolean): string {
  return JSON.stringify(value, undefined, json ? undefined : 2)
}

/** Reports how a long command proceeds, on standard error, so that standard output holds only the result. */
export function reportProgress(context: Context, text: string, { json }: OutputOptions): void {
  context.process.stderr.write(json ? `${JSON.stringify({ progress: text })}\n` : `${text}\n`)
}
