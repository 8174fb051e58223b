// Mail of live mode (D19), handed to the operator's mail server. A mail carries a secret link, so it
// leaves this machine over TLS only.

import nodemailer from 'nodemailer'
import type { Mailer } from '../../claims/index.ts'
import { isLoopback } from '../../kernel/loopback.ts'

export type Mailbox = {
  /** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
  readonly url: string
  /** The address that mail comes from. */
  readonly from: string
}

const CONNECT_MS_MAX = 10_000
const ANSWER_MS_MAX = 20_000

/** Throws when the server does not take a mail; whoever sends it tries again later. */
export function smtpMailer({ url, from }: Mailbox): Mailer & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: ANSWER_MS_MAX,
    // A mail is text of ours: nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text }) => {
      // As an object, an address is never read as a list of them.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
