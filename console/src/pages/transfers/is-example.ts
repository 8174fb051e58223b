import type { Transfer } from '@godwit/sdk'
import { EXAMPLES } from '../../../../src/app/example-ids.ts'

const exampleQuotes: readonly string[] = [EXAMPLES.transferQuote, EXAMPLES.memberQuote]

/** Whether the sandbox has created the transfer at its first start, as an example. */
export function isExample({ quoteUuid }: Pick<Transfer, 'quoteUuid'>): boolean {
  return exampleQuotes.includes(quoteUuid)
}
