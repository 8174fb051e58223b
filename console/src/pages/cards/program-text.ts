// Card programs and their types in words.

import type { CardProgram } from '@godwit/sdk'
import { sentenceCase } from '../../words.ts'

/**
 * A card program in words, such as `Card network A, virtual, GBP`. The `name` of a program is an identifier for client code, such
 * as `CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API`.
 */
export function programText({ scheme, cardType, defaultCurrency }: CardProgram): string {
  const network = sentenceCase(scheme.split('_').map(lowerCaseWord).join(' '))
  return `${network}, ${cardTypeText(cardType)}, ${defaultCurrency}`
}

/** The only other type is `VIRTUAL_NON_UPGRADEABLE`. */
export const cardTypeText = (type: CardProgram['cardType']) =>
  type === 'PHYSICAL' ? 'physical' : 'virtual'

/** A single letter is a name, as in `Card network A`. */
function lowerCaseWord(word: string): string {
  return word.length === 1 ? word : word.toLowerCase()
}
