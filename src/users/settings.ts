// Settings of logins and forms.

import type { Settings } from '../kernel/settings.ts'

/** The page at which people log in, and the secret with which it signs the id of the user who logged in (D6). */
export type Login = { readonly url: string; readonly secret: string }

declare module '../kernel/settings.ts' {
  interface Settings {
    /** The key of the CSRF tokens that tie a form to the session of one browser (D122). */
    readonly formKey: string
    /** Live mode only: in the sandbox a person selects any user without a login. */
    readonly login: Login | undefined
  }
}

/** For the sandbox: live mode requires secrets of the operator (src/app/secrets.ts). */
export const userSettings = {
  formKey: 'sandbox',
  login: undefined,
} satisfies Partial<Settings>
