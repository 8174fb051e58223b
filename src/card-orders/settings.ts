// The settings of card orders.

import type { Settings } from '../kernel/settings.ts'

/** How many cards a profile may have, and how many virtual ones it may order in a day of UTC (D78). */
export type CardLimits = {
  readonly virtual: number
  readonly physical: number
  readonly virtualPerDay: number
}

declare module '../kernel/settings.ts' {
  interface Settings {
    readonly cardLimits: CardLimits
  }
}

export const cardLimitsIn: Readonly<Record<'sandbox' | 'live', CardLimits>> = {
  sandbox: { virtual: 30, physical: 10, virtualPerDay: 3 },
  live: { virtual: 3, physical: 1, virtualPerDay: 3 },
}

export const cardOrderSettings = { cardLimits: cardLimitsIn.sandbox } satisfies Partial<Settings>
