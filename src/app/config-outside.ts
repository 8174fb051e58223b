// Reads the addresses of the external services that an operator may configure.

import { ConfigError } from '../kernel/config-error.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { addressProblem } from '../webhooks/index.ts'
import type { Env, Mode } from './config-values.ts'
import type { SmtpConfig } from './outside/smtp-mailer.ts'

/** Refuses a URL that the service must not call. Otherwise the first text message would fail. */
export function smsUrlOf(env: Env, mode: Mode): string | undefined {
  const url = env['GODWIT_SMS_URL'] || undefined
  const problem = url && addressProblem(url, mode, 'GODWIT_SMS_URL')
  if (problem) throw new ConfigError(problem)
  return url
}

/** Files contain people's documents, so the connection to the check must be encrypted, or stay on this machine. */
export function fileCheckUrlOf(env: Env): string | undefined {
  const text = env['GODWIT_FILE_CHECK_URL'] || undefined
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (isEncryptedOrLocal(url) && !url?.username && !url?.password) return text
  throw new ConfigError(
    'Set GODWIT_FILE_CHECK_URL to an https URL without a user name or password. An http URL is accepted only for this machine.',
  )
}

const EMAIL_ADDRESS = /^[^\s@<>,]+@[^\s@<>,]+$/

/** Refused in the sandbox, which stores its mail. */
export function smtpConfigOf(env: Env, mode: Mode): SmtpConfig | undefined {
  const { GODWIT_SMTP_URL: url, GODWIT_MAIL_FROM: from = '' } = env
  if (!url) return undefined
  if (mode === 'sandbox')
    throw new ConfigError('GODWIT_SMTP_URL is set, but the sandbox sends no mail. Unset it.')
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError('Set GODWIT_SMTP_URL to an smtps:// or smtp:// URL.')
  if (!EMAIL_ADDRESS.test(from))
    throw new ConfigError(
      'GODWIT_SMTP_URL needs a sender. Set GODWIT_MAIL_FROM to an e-mail address without a name, such as pay@example.org.',
    )
  return { url, from }
}

/** The login page decides who a user is, so the connection to it must be encrypted, or stay on this machine. */
export function loginUrlOf(env: Env): string | undefined {
  const text = env['GODWIT_LOGIN_URL']
  if (!text) return undefined
  if (isEncryptedOrLocal(URL.parse(text))) return text
  throw new ConfigError(
    `GODWIT_LOGIN_URL is ${text}. Set it to an https URL. An http URL is accepted only for this machine.`,
  )
}

function isEncryptedOrLocal(url: URL | null): boolean {
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
