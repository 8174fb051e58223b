// The settings of the log of requests that an operator may change.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /** How many of the newest requests the log keeps (D130). */
    readonly requestLogMax: number
  }
}

/** In requests; a choice of this project. */
const REQUEST_LOG_MAX = 100_000

export const requestSettings = { requestLogMax: REQUEST_LOG_MAX } satisfies Partial<Settings>
