// Settings of strong customer authentication.

import type { Settings } from '../kernel/settings.ts'

declare module '../kernel/settings.ts' {
  interface Settings {
    /**
     * The secret key of the hashes of PINs, of codes and of the requests that one-time tokens approve. It is not stored in
     * the database, so a thief who copies the database cannot guess PINs and codes (D32).
     */
    readonly pepper: string
    /** Whether a sandbox requires strong customer authentication as live mode does (D112). Live mode always does. */
    readonly strictSca: boolean
    /** The URL of the SMS gateway, to which live mode posts text messages. The sandbox sends no text messages. */
    readonly smsUrl: string | undefined
  }
}

/** For the sandbox: live mode requires secrets of the operator (src/app/secrets.ts). */
export const securitySettings = {
  pepper: 'sandbox',
  strictSca: false,
  smsUrl: undefined,
} satisfies Partial<Settings>
