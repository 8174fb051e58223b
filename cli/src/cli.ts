// Runs one command line: finds the command, prints failures, and returns the exit code.

import {
  type ApplicationText,
  buildApplication,
  ExitCode,
  proposeCompletions,
  run,
  text_en,
} from '@stricli/core'
import manifest from '../package.json' with { type: 'json' }
import { COMPLETE } from './commands/completion.ts'
import { root } from './commands.ts'
import type { Context } from './context.ts'
import { EXIT } from './exit-codes.ts'
import { exitCodeOf, failureText, UsageError } from './failures.ts'

/** Returns the exit code. */
export async function runCommandLine(args: readonly string[], context: Context): Promise<number> {
  const json = args.includes('--json')
  // The options of operator commands are not declared here, so the parser would refuse them.
  if (args[0] === 'operator' && !args.includes('--help')) {
    const { operator } = await import('./commands/operator.ts')
    return operator(
      context,
      args.slice(1).filter((word) => word !== '--json'),
      { json },
    )
  }
  if (args[0] === COMPLETE) {
    const proposed = await proposeCompletions(applicationFor(json), args.slice(1), context)
    for (const { completion } of proposed) context.process.stdout.write(`${completion}\n`)
    return EXIT.done
  }
  // The library and the commands write the exit code into this object. A copy leaves the exit code of the caller unchanged.
  const process = { ...context.process, exitCode: undefined as number | string | null | undefined }
  const commandContext = { ...context, process } as Context
  await run(applicationFor(json), args.length === 0 ? ['--help'] : args, commandContext)
  return codeOf(Number(process.exitCode ?? EXIT.done))
}

/** The library's own failures have negative codes; two of them mean a wrong command line. */
function codeOf(code: number): number {
  if (code === ExitCode.UnknownCommand || code === ExitCode.InvalidArgument) return EXIT.usage
  return code < 0 ? EXIT.failed : code
}

function applicationFor(json: boolean) {
  const usageErrorText = (message: string) => failureText(new UsageError(message), json)
  const errorText = (error: unknown) => failureText(error, json)
  const text: ApplicationText = {
    ...text_en,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      usageErrorText(
        `There is no command ${input}.${corrections.length > 0 ? ` Similar commands: ${corrections.join(', ')}.` : ''} Run \`godwit --help\` to list every command.`,
      ),
    exceptionWhileParsingArguments: (error) =>
      usageErrorText(
        `${(error as Error).message.replace(/[.?]*$/, '')}. --help lists the options.`,
      ),
    exceptionWhileLoadingCommandFunction: errorText,
    exceptionWhileRunningCommand: errorText,
    commandErrorResult: errorText,
  }
  return buildApplication<Context>(root, {
    name: 'godwit',
    versionInfo: { currentVersion: manifest.version },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { disableAnsiColor: true, caseStyle: 'convert-camel-to-kebab' },
    localization: { text },
    determineExitCode: exitCodeOf,
  })
}
