import type { Database } from '../kernel/database/db.ts'
import type { Mailer } from '../kernel/outside.ts'
import { insertMail } from './store.ts'

/** Mail of the sandbox goes nowhere: GET /sandbox/outbox shows it. */
export function sandboxMailer(db: Database): Mailer {
  return { send: (mail, now) => db.transact((tx) => insertMail(tx, mail, now)) }
}
