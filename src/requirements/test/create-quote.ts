import type { Person } from '../../../test/support/people.ts'
import type { Currency } from '../../kernel/money.ts'

/** The id of a new quote over 100 of the source currency. */
export async function createQuote(
  person: Person,
  sourceCurrency: Currency,
  targetCurrency: Currency,
  profileId = person.personal,
): Promise<string> {
  const reply = await person.call(`POST /v3/profiles/${profileId}/quotes`, {
    body: { sourceCurrency, targetCurrency, sourceAmount: 100 },
  })
  if (reply.status !== 200) throw new Error(`no quote was created: ${reply.text}`)
  return reply.body.id
}
