// What an operator may set and a use case must know. The application reads it from the
// environment and passes it in the context of each request and sweep.

/** Where people log in, and the secret with which that page signs who came (D6). */
export type Login = { readonly url: string; readonly secret: string }

export type Settings = {
  /** How many unfunded transfers of a profile may hold a locked rate; 0 is no limit (D12a). */
  readonly lockedRateTransfersMax: number
  /** Funded transfers move on by themselves after so many seconds (sandbox, D23). */
  readonly autoAdvanceSeconds: number | undefined
  /** Kept outside the database, so that its hashes of short secrets are worth nothing alone (D32). */
  readonly pepper: string
  /** Whether a sandbox keeps live's rules of strong customer authentication (D112); live always does. */
  readonly scaRehearsed: boolean
  /** The key of the CSRF tokens of forms, which tie a form to a browser's session (D122). */
  readonly formKey: string
  /** Where text messages are handed over for sending; none are sent in the sandbox. */
  readonly smsUrl: string | undefined
  /** Live only; in the sandbox anybody may be anybody. */
  readonly login: Login | undefined
  /** Scheme and authority that people outside reach this service by, for links in what is sent. */
  readonly publicUrl: string | undefined
}

const SANDBOX_PEPPER = 'sandbox'
/** No secret: in the sandbox anybody may be anybody. */
const SANDBOX_FORM_KEY = 'sandbox'

export const defaultSettings: Settings = {
  lockedRateTransfersMax: 3,
  autoAdvanceSeconds: undefined,
  pepper: SANDBOX_PEPPER,
  scaRehearsed: false,
  formKey: SANDBOX_FORM_KEY,
  smsUrl: undefined,
  login: undefined,
  publicUrl: undefined,
}
