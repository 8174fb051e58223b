// The default settings of all modules, and the names of card networks that a dialect replaces.

import { accountDetailsSettings } from '../account-details/settings.ts'
import { cardOrderSettings } from '../card-orders/settings.ts'
import { cardSettings } from '../cards/settings.ts'
import type { Settings } from '../kernel/settings.ts'
import { quoteSettings } from '../quotes/settings.ts'
import { requestSettings } from '../requests/settings.ts'
import { securitySettings } from '../security/settings.ts'
import { transferSettings } from '../transfers/settings.ts'
import { userSettings } from '../users/settings.ts'
import type { Dialect } from './http/dialect/file.ts'

export const defaultSettings: Settings = {
  publicUrl: undefined,
  ...cardOrderSettings,
  ...cardSettings,
  ...accountDetailsSettings,
  ...quoteSettings,
  ...requestSettings,
  ...securitySettings,
  ...transferSettings,
  ...userSettings,
}

/**
 * Replaces the names of the card networks by the dialect's words for `CARD_NETWORK_A` and `CARD_NETWORK_B`, where the dialect has
 * them (D89). The names of card programs contain the names of the networks.
 */
export function withNetworksOf(settings: Settings, dialect: Dialect | undefined): Settings {
  const { A, B } = settings.cardNetworks
  const words = dialect?.words
  const cardNetworks = {
    A: words?.get('CARD_NETWORK_A') ?? A,
    B: words?.get('CARD_NETWORK_B') ?? B,
  }
  return { ...settings, cardNetworks }
}
