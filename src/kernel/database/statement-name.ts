import { createHash } from 'node:crypto'

const NAME_LENGTH = 16

/** The name under which a text is prepared on every connection: made from it, so equal texts share one. */
export function statementName(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, NAME_LENGTH)
}
