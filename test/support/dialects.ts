// A client that uses a dialect. Requests and replies are translated by search and replace, independent of the code of
// the service, so that a word that the service does not translate is found.

import { readDialect } from '../../src/app/http/dialect/file.ts'
import type { Call, Reply } from './service.ts'

/** A dialect with another word for each neutral word. */
export const everyWord = {
  words: {
    provider: 'acme',
    PROVIDER: 'ACME',
    providerInformation: 'acmeInformation',
    transferProviderAddress: 'transferAcmeAddress',
    ca_network: 'maple_pay',
    CA_NETWORK: 'MAPLE_PAY',
    CaNetwork: 'MaplePay',
    caNetworkAccount: 'maplePayAccount',
    CARD_NETWORK_A: 'PLASTIC',
    CARD_NETWORK_B: 'METAL',
    card_network_a: 'plastic',
    card_network_b: 'metal',
  },
} as const

export const dialectOf = (file: unknown) => readDialect(file, 'the test')

const pairs = Object.entries<string>(everyWord.words)
const dialectWords = new Map(pairs)
const neutralOf = new Map(pairs.map(([neutral, word]) => [word, neutral]))

const IDENTIFIER = /[A-Za-z_]+/g
const replaceWords = (text: string, words: ReadonlyMap<string, string>): string =>
  text.replace(IDENTIFIER, (word) => words.get(word) ?? word)

const inDialectWords = (text: string): string => replaceWords(text, dialectWords)
const inNeutralWords = (text: string): string => replaceWords(text, neutralOf)

/** English text in labels and examples of forms, which is not part of the interface. */
const ENGLISH = /Wallet provider|provider@yesb/g

/** The neutral words in a text. */
export function neutralWordsIn(text: string): string[] {
  return (text.replace(ENGLISH, '').match(IDENTIFIER) ?? []).filter((word) =>
    dialectWords.has(word),
  )
}

/** `call` for a client of the dialect. Throws when a reply contains a neutral word. */
export function callerInDialect(
  call: (route: string, request?: Call) => Promise<Reply>,
): (route: string, request?: Call) => Promise<Reply> {
  return async (route, request = {}) => {
    const { body, query } = request
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await call(route, {
      ...request,
      ...(text !== undefined && { body: inDialectWords(text) }),
      ...(query && { query: JSON.parse(inDialectWords(JSON.stringify(query))) }),
    })
    const leaked = neutralWordsIn(reply.text)
    if (leaked.length > 0)
      throw new Error(`${route} returned the neutral words ${leaked}: ${reply.text}`)
    const neutralText = inNeutralWords(reply.text)
    return {
      ...reply,
      text: neutralText,
      ...(reply.body !== undefined && { body: JSON.parse(neutralText) }),
    }
  }
}
