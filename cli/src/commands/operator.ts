// `godwit operator` and `godwit audit`: run the operator's commands on the database that the environment variables select,
// like `npm run operator`.

import { operate } from '../../../src/app/operator/command-line.ts'
import { readPassword } from '../../../src/app/operator/read-password.ts'
import { securityLines, securityLog } from '../../../src/app/security-log.ts'
import { type Context, type OutputOptions, print } from '../context.ts'

/** The file descriptor of standard error. */
const STANDARD_ERROR = 2

export async function operator(
  context: Context,
  args: readonly string[],
  output: OutputOptions,
): Promise<number> {
  return operate(args, context.process.env, {
    print: (line) => print(context, output.json ? { line } : line, output),
    // Standard output is only for the result: a script may read a secret from it.
    securityLog: securityLog({ log: securityLines(STANDARD_ERROR), count: () => undefined }),
    readPassword: () =>
      readPassword({
        input: context.process.stdin,
        prompt: (text) => context.process.stderr.write(text),
      }),
    printError: (line) =>
      context.process.stderr.write(
        output.json ? `${JSON.stringify({ error: { message: line } })}\n` : `godwit: ${line}\n`,
      ),
  })
}

export async function audit(this: Context, options: OutputOptions): Promise<void> {
  this.process.exitCode = await operator(this, ['audit'], options)
}
