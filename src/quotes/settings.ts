// The settings of quotes that an operator may change.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /** How many unfunded transfers of a profile may have a locked rate; 0 means no limit (D12a). */
    readonly lockedRateTransfersMax: number
  }
}

export const quoteSettings = { lockedRateTransfersMax: 3 } satisfies Partial<Settings>
