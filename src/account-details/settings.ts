// The setting that decides whether account details are issued.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /** The issuer of accounts. Undefined in live mode, which is connected to no issuer (D86). */
    readonly accountIssuer: 'sandbox' | undefined
  }
}

export const accountDetailsSettings = { accountIssuer: 'sandbox' } satisfies Partial<Settings>
