// The settings of transfers that an operator may change.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /** Seconds after which the sandbox moves a paid transfer to its next status; undefined means never (D23). */
    readonly autoAdvanceSeconds: number | undefined
  }
}

export const transferSettings = { autoAdvanceSeconds: undefined } satisfies Partial<Settings>
