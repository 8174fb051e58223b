// The settings of quotes that an operator may change.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /**
     * How many rates a profile may hold, for unfunded transfers (D12a) and quotes between balances (D111); 0 means no
     * limit.
     */
    readonly lockedRateTransfersMax: number
  }
}

export const quoteSettings = { lockedRateTransfersMax: 3 } satisfies Partial<Settings>
