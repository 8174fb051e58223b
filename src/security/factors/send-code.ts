// Codes that prove a phone number is at hand. In the sandbox the code is always the same and nothing is
// sent; in live it is handed over to the operator's gateway, before any transaction opens.

import type { Context } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { equalTexts } from '../../users/index.ts'
import { SmsUnavailable, smsNotSent } from '../errors.ts'
import { codeOf } from '../model.ts'
import { hashCode } from './secrets.ts'

type CodeContext = Pick<Context, 'mode' | 'settings'>

const SEND_TIMEOUT_MS = 5000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends a fresh code to the number. Answers the code's hash. */
export async function sendCode(
  { mode, settings, random }: CodeContext & Pick<Context, 'random'>,
  outside: Outside,
  to: string,
  about: string,
): Promise<string> {
  const code = codeOf(mode, random.secret())
  if (mode === 'live') await deliver(settings.smsUrl ?? refuse(SmsUnavailable), outside, to, code)
  return hashCode(settings.pepper, about, code)
}

async function deliver(url: string, outside: Outside, to: string, code: string): Promise<void> {
  const body = JSON.stringify({ to, text: `Your code is ${code}. Do not tell it to anybody.` })
  const reply = await outside.post({ url, body, headers: JSON_TYPE, timeoutMs: SEND_TIMEOUT_MS })
  if ('failed' in reply || reply.status < 200 || reply.status > 299) throw smsNotSent()
}

/** Of a phone number. In the sandbox its code stays right after it was used. */
export function isCode(
  { mode, settings }: CodeContext,
  sent: string | null,
  about: string,
  given: string,
): boolean {
  const expected = mode === 'sandbox' ? hashCode(settings.pepper, about, codeOf(mode, '')) : sent
  return expected !== null && equalTexts(expected, hashCode(settings.pepper, about, given))
}
