// The settings of all modules, as a sandbox has them when its operator sets nothing.

import { accountDetailsSettings } from '../account-details/settings.ts'
import { cardOrderSettings } from '../card-orders/settings.ts'
import { cardSettings } from '../cards/settings.ts'
import type { Settings } from '../kernel/settings.ts'
import { quoteSettings } from '../quotes/settings.ts'
import { securitySettings } from '../security/settings.ts'
import { transferSettings } from '../transfers/settings.ts'
import { userSettings } from '../users/settings.ts'

export const defaultSettings: Settings = {
  publicUrl: undefined,
  ...cardOrderSettings,
  ...cardSettings,
  ...accountDetailsSettings,
  ...quoteSettings,
  ...securitySettings,
  ...transferSettings,
  ...userSettings,
}
