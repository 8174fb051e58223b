// What the approval page is about (D109): the one-time token, the application that was challenged, and the one
// origin that is told how it ended.

import type { Reader } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import { formToken } from '../../kernel/form-session.ts'
import {
  type ApplicationRow,
  equalTexts,
  findApplicationById,
  hashSecret,
  hasLiveGrant,
  registeredOrigin,
} from '../../users/index.ts'
import { findAnyToken, type TokenRow } from '../challenges/token-store.ts'
import type { PageProblem } from '../security-events.ts'
import { readFactorState } from '../store.ts'

export type Opening = {
  readonly ott?: string | undefined
  readonly parentHostname?: string | undefined
}

export type On = Pick<Context, 'now' | 'mode' | 'settings'>

/** What may be approved, and the only origin that is told of it. */
export type Subject = {
  readonly token: string
  readonly row: TokenRow
  readonly application: ApplicationRow
  readonly origin: string
}

export type Problem = { readonly problem: PageProblem }

export async function findSubject(
  db: Reader,
  { ott: token = '', parentHostname = '' }: Opening,
  { now }: On,
): Promise<Subject | Problem> {
  const row = await findAnyToken(db, hashSecret(token), now)
  if (row === undefined || row.usedAt !== null) return { problem: 'token' }
  const { epoch } = await readFactorState(db, row.userId)
  if (row.epoch !== epoch) return { problem: 'token' }
  const application = await challengedApplication(db, row)
  const origin = application && registeredOrigin(application.redirectUris, parentHostname)
  if (application === undefined || origin === undefined) return { problem: 'origin' }
  return { token, row, application, origin }
}

/** The application that was challenged, as long as the user lets it act for them. */
async function challengedApplication(
  db: Reader,
  { applicationId, userId }: TokenRow,
): Promise<ApplicationRow | undefined> {
  if (applicationId === null || !(await hasLiveGrant(db, applicationId, userId))) return undefined
  return findApplicationById(db, applicationId)
}

/** Ties a form to the browser that was shown it, and to what it approves. */
export function csrfToken(
  { row, origin }: Subject,
  { cookie, settings }: { readonly cookie: string; readonly settings: On['settings'] },
): string {
  return formToken(settings.formKey, cookie, ['approval', row.hash, origin])
}

export type By = On & { readonly cookie: string | undefined }

/** A subject whose form was made by this browser. */
export async function findAnswered(
  db: Reader,
  answer: Opening & { readonly csrf?: string | undefined },
  by: By,
): Promise<(Subject & { readonly cookie: string }) | Problem> {
  const subject = await findSubject(db, answer, by)
  if ('problem' in subject) return subject
  const { cookie } = by
  const isOurs =
    cookie !== undefined &&
    answer.csrf !== undefined &&
    equalTexts(answer.csrf, csrfToken(subject, { ...by, cookie }))
  return isOurs ? { ...subject, cookie } : { problem: 'csrf' }
}
