// How the claims module sends mail. The sandbox only stores mails, and GET /sandbox/outbox lists them.

import type { Database } from '../kernel/database/db.ts'
import { insertMail, type Mail } from './store.ts'

/** `send` throws when the mail could not be accepted for delivery. */
export type Mailer = { send(mail: Mail, now: Temporal.Instant): Promise<void> }

declare module '../kernel/outside.ts' {
  interface Outside {
    /** Absent in live mode when the operator has configured no mail server. */
    readonly mailer?: Mailer
  }
}

export function sandboxMailer(db: Database): Mailer {
  return { send: (mail, now) => db.transact((tx) => insertMail(tx, mail, now)) }
}
