// Every SQL statement about the outbox of the sandbox. Claims are stored by `transfers`.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

export type MailRow = {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly sentAt: Temporal.Instant
}

const insertMailSql = sql<never>(`
  insert into sandbox_mails (recipient, subject, body, sent_at) values ($1, $2, $3, $4)`)

export async function insertMail(
  tx: Tx,
  { to, subject, text }: Mail,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertMailSql, [to, subject, text, now.toString()])
}

const listMailsSql = sql<MailRow>(`
  select m.id, m.recipient, m.subject, m.body, m.sent_at
    from (select id, recipient, subject, body, sent_at from sandbox_mails
           where $1::text is null or recipient = $1
           order by id desc limit $2) m
   order by m.id`)

/** The latest `rowsMax` mails, ascending by id: those to `recipient` or, when it is undefined, those to everyone. */
export function listMails(
  db: Reader,
  recipient: string | undefined,
  rowsMax: number,
): Promise<MailRow[]> {
  return db.rows(listMailsSql, [recipient ?? null, rowsMax])
}
