// The operator's command about files that clients have sent (D48).

import { writeFileSync } from 'node:fs'
import { findFile, openFile } from '../../files/index.ts'
import { type Command, idOption, textOption, UsageError } from './options.ts'

/** Only the operator may read what a client has sent. */
const OWNER_ONLY = 0o600

const fileShow: Command = {
  name: 'file show',
  summary:
    'Shows the name, kind, size, SHA-256, purpose and dates of a file; --out writes its content to a new file.',
  required: ['profile', 'file'],
  optional: ['out'],
  async run(tx, options) {
    const profileId = idOption<'profile'>(options, 'profile')
    const id = textOption(options, 'file')
    const file = await findFile(tx, profileId, id)
    const notFound = () =>
      new UsageError(`Profile ${profileId} has no file ${id}. Check --profile and --file.`)
    if (file === undefined) throw notFound()
    const lines = [
      `name      ${file.fileName}`,
      `kind      ${file.kind}, ${file.sizeBytes} bytes`,
      `sha256    ${file.sha256}`,
      `purpose   ${file.purpose}`,
      `sent      ${file.createdAt}`,
      file.usedAt === null ? `expires   ${file.expiresAt}` : `used      ${file.usedAt}`,
    ]
    if (options['out'] === undefined) return lines
    const content = await openFile(tx, profileId, id)
    if (content === undefined) throw notFound()
    writeContent(options['out'], content)
    return [...lines, `written   ${options['out']}`]
  },
}

/** Never replaces a file of the operator. */
function writeContent(path: string, content: Buffer): void {
  try {
    writeFileSync(path, content, { mode: OWNER_ONLY, flag: 'wx' })
  } catch (error) {
    throw new UsageError(
      `--out ${path} cannot be written: ${(error as Error).message}. Set it to a new file in an existing directory.`,
    )
  }
}

export const fileCommands: readonly Command[] = [fileShow]
