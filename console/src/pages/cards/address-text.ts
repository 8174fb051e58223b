import type { CardOrder } from '@godwit/sdk'

/** An address in one line. */
export function cardAddressText(address: CardOrder['address']): string {
  const { firstLine, secondLine, thirdLine, city, postCode, state, country } = address
  return [firstLine, secondLine, thirdLine, city, postCode, state, country]
    .filter(Boolean)
    .join(', ')
}
