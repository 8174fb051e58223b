import type { CardProgram } from '@godwit/sdk'

/** A card program in words, such as `Card network A, virtual, GBP`. Its name is a code for programs. */
export function programText({ scheme, cardType, defaultCurrency }: CardProgram): string {
  const [first = '', ...others] = scheme.split('_').map(inLowerCase)
  const network = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
  return `${network}, ${cardType === 'PHYSICAL' ? 'physical' : 'virtual'}, ${defaultCurrency}`
}

/** A single letter is a name, as in `Card network A`. */
function inLowerCase(word: string): string {
  return word.length === 1 ? word : word.toLowerCase()
}
