// The settings of cards.

import type { Settings } from '../kernel/settings.ts'
import type { Network } from './model.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /** The names of the card networks, in capitals (D58). */
    readonly cardNetworks: Readonly<Record<Network, string>>
    /** The first six digits of the card numbers of the sandbox (D61). */
    readonly cardBins: Readonly<Record<Network, string>>
  }
}

/**
 * The highest value that an operator may set for each of `cardLimits`; a choice of this project. The statements that count cards
 * and card orders stop at this number, so that the check of a limit reads at most this many rows for each count.
 */
export const CARD_LIMIT_MAX = 999

export const cardSettings = {
  cardNetworks: { A: 'CARD_NETWORK_A', B: 'CARD_NETWORK_B' },
  cardBins: { A: '999910', B: '999920' },
} satisfies Partial<Settings>
