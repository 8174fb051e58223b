// What an operator may set for transfers.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /** Seconds after which a funded transfer of the sandbox moves to its next state by itself (D23). */
    readonly autoAdvanceSeconds: number | undefined
  }
}

export const transferSettings = { autoAdvanceSeconds: undefined } satisfies Partial<Settings>
