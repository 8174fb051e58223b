// Sends codes to phone numbers, and checks the codes that verify phone numbers. In the sandbox the code is always the same
// and no message is sent. In live mode the operator's SMS gateway is called, while no transaction is open.

import type { Context } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { equalInConstantTime } from '../../users/index.ts'
import { SmsUnavailable, smsNotSentRefusal } from '../errors.ts'
import { codeFrom, SANDBOX_CODE } from '../model.ts'
import { hashCode } from './secrets.ts'

type CodeContext = Pick<Context, 'mode' | 'settings'>

/** A choice of this project: the client's request waits while the gateway is called. */
const SEND_TIMEOUT_MS = 5000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends a new code to the number `to`. `sentFor` is as in `hashCode`. Returns the hash of the code. */
export async function sendCode(
  { mode, settings, random }: CodeContext & Pick<Context, 'random'>,
  outside: Outside,
  to: string,
  sentFor: string,
): Promise<string> {
  const code = codeFrom(mode, random.secret())
  if (mode === 'live')
    await sendMessage(settings.smsUrl ?? refuse(SmsUnavailable), outside, to, code)
  return hashCode(settings.pepper, sentFor, code)
}

async function sendMessage(url: string, outside: Outside, to: string, code: string): Promise<void> {
  const body = JSON.stringify({ to, text: `Your code is ${code}. Do not share it with anyone.` })
  const reply = await outside.post({ url, body, headers: JSON_TYPE, timeoutMs: SEND_TIMEOUT_MS })
  if ('failed' in reply || reply.status < 200 || reply.status > 299) throw smsNotSentRefusal()
}

/** Whether a code for a phone number is correct. In the sandbox a used code remains correct. */
export function isCorrectCode(
  { mode, settings }: CodeContext,
  sentHash: string | null,
  sentFor: string,
  code: string,
): boolean {
  const expected = mode === 'sandbox' ? hashCode(settings.pepper, sentFor, SANDBOX_CODE) : sentHash
  return (
    expected !== null && equalInConstantTime(expected, hashCode(settings.pepper, sentFor, code))
  )
}
