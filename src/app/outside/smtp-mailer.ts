// Sends the mail of live mode (D19) through the operator's mail server. A mail contains a secret link, so it leaves
// this machine only over TLS.

import nodemailer from 'nodemailer'
import type { Mailer } from '../../claims/index.ts'
import { isLoopback } from '../../kernel/loopback.ts'

export type SmtpConfig = {
  /** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
  readonly url: string
  /** The sender address. */
  readonly from: string
}

// Choices of this project.
const CONNECT_MS_MAX = 10_000
const REPLY_MS_MAX = 20_000

/**
 * `send` throws when the server refuses the mail, cannot be reached, or does not reply in time. The sweep that sends the mail
 * tries again later.
 */
export function smtpMailer({ url, from }: SmtpConfig): Mailer & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: REPLY_MS_MAX,
    // Mail is plain text. These options keep nodemailer from reading files or URLs named in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text }) => {
      // An address in an object is not parsed, so it cannot be read as several addresses.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
