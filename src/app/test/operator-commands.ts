import type { TestService } from '../../../test/support/service.ts'
import { parseCommand, runCommand } from '../operator/command-line.ts'
import { defaultSettings } from '../settings.ts'

/** Returns a function that runs a command of the operator on the database and with the clock of a service. */
export function commandRunner({ db, securityLog, workerContext: { clock } }: TestService) {
  return (line: string, settings = defaultSettings): Promise<readonly string[]> =>
    runCommand(db, parseCommand(line.split(' ')), {
      settings,
      securityLog,
      warn: (warning) => {
        throw new Error(warning)
      },
      clocks: { sandbox: clock, live: clock },
    })
}

/** The second word of the first printed line that begins with `name`, or an empty text when no line begins with `name`. */
export function printedValue(lines: readonly string[], name: string): string {
  return lines.find((line) => line.startsWith(name))?.split(/\s+/)[1] ?? ''
}
