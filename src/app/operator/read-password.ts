// Reads a password for a command: typed twice without an echo at a terminal, otherwise the first line of the input. A
// password is never an option, because other people on the machine see the command lines of all processes.

import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { UsageError } from './options.ts'

type Terminal = {
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Shows a prompt at a terminal; not on standard output, which is only for the result of the command. */
  readonly prompt: (text: string) => void
}

export async function readPassword({ input, prompt }: Terminal): Promise<string> {
  const isTerminal = input.isTTY === true
  // Readline echoes each typed character to its output, so this output drops all of them.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output, terminal: isTerminal })
  const typed = lines[Symbol.asyncIterator]()
  const readLine = async (question: string): Promise<string> => {
    if (isTerminal) prompt(question)
    const { value = '' } = await typed.next()
    if (isTerminal) prompt('\n')
    return value
  }
  try {
    lines.on('SIGINT', () => lines.close())
    const password = await readLine('Password: ')
    if (password === '')
      throw new UsageError('Type a password, or send it as the first line of standard input.')
    if (isTerminal && (await readLine('The same password again: ')) !== password)
      throw new UsageError('The passwords differ. Nothing was changed. Run the command again.')
    return password
  } finally {
    lines.close()
    input.destroy()
  }
}
