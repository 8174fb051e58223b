// The connection to the service: its URL, and the token that is sent.

import type { Godwit, GodwitOptions } from '@godwit/sdk'
import type { Env, ServiceOptions } from './context.ts'
import { CommandFailed, isRefusal, NotAvailable, UsageError } from './failures.ts'

const DEFAULT_URL = 'http://127.0.0.1:8080'
/** The token of the example user of a new sandbox, which `GODWIT_SEED=none` leaves out (docs/configuration.md). */
export const SANDBOX_TOKEN = '5a4d0b0c-0000-4000-8000-000000000001'

const START_ADVICE = 'Start Godwit with `godwit start`, or name its URL with --url or GODWIT_URL.'
const REPEAT_ADVICE = 'Repeat the command later.'

export type Service = {
  readonly url: string
  readonly token: string
  readonly godwit: Godwit
  /**
   * Awaits `work`. Throws NotAvailable, whose message states what to do, when the service cannot be reached or is overloaded.
   * `advice` is needed where repeating the command would repeat changes: it is printed instead of the advice to repeat,
   * and after the advice to start Godwit.
   */
  call<T>(work: (godwit: Godwit) => Promise<T>, advice?: string): Promise<T>
}

export function urlOf(options: { readonly url?: string }, env: Env): string {
  const url = options.url ?? env['GODWIT_URL'] ?? DEFAULT_URL
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(
      `The URL of the service is ${url}; write a whole http or https URL, such as ${DEFAULT_URL}.`,
    )
  return url.replace(/\/+$/, '')
}

export async function connect(
  options: ServiceOptions,
  env: Env,
  clientOptions: GodwitOptions = {},
): Promise<Service> {
  const url = urlOf(options, env)
  const token = options.token ?? env['GODWIT_TOKEN'] ?? SANDBOX_TOKEN
  const { createGodwit, Unreachable } = await import('@godwit/sdk')
  const godwit = createGodwit({ baseUrl: url, token, ...clientOptions })
  return {
    url,
    token,
    godwit,
    async call(work, advice) {
      try {
        return await work(godwit)
      } catch (error) {
        if (!(error instanceof Unreachable || isTemporaryRefusal(error))) throw error
        const advices =
          error instanceof Unreachable ? [START_ADVICE, advice] : [advice ?? REPEAT_ADVICE]
        const text = [sentence(error.message), ...advices].filter(Boolean).join(' ')
        throw new NotAvailable(text, { cause: error })
      }
    },
  }
}

/** Ends the text with a full stop unless it ends a sentence. */
function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** Whether a proxy or an overloaded service refused. If the request may have changed something, the SDK throws OutcomeUnknown instead. */
function isTemporaryRefusal(error: unknown): error is Error {
  return isRefusal(error) && [502, 503, 504].includes(error.status)
}

/** The profile that a command uses: that of `--profile`, or else the first of the user. */
export async function profileIdOf(
  godwit: Godwit,
  { profile }: { readonly profile?: number },
): Promise<number> {
  const profileId = profile ?? (await godwit.profiles.listProfiles())[0]?.id
  if (profileId === undefined)
    throw new CommandFailed('The user has no profile. Create one: `godwit api createProfile`.')
  return Number(profileId)
}
