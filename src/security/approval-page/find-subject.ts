// Finds the subject of an approval page (D109): the one-time token, the application whose request was challenged, and the
// only origin that receives the result.

import type { Reader } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import { formToken } from '../../kernel/form-session.ts'
import {
  type ApplicationRow,
  equalInConstantTime,
  findApplicationById,
  hashSecret,
  hasLiveGrant,
  registeredOrigin,
} from '../../users/index.ts'
import { findTokenOfAnyUser, type TokenRow } from '../challenges/token-store.ts'
import type { PageProblem } from '../security-events.ts'
import { readFactorState } from '../store.ts'

export type PageInput = {
  readonly ott?: string | undefined
  readonly parentHostname?: string | undefined
}

export type PageContext = Pick<Context, 'now' | 'mode' | 'settings'>

export type Subject = {
  /** The text of the one-time token. */
  readonly token: string
  /** The row of the one-time token. */
  readonly row: TokenRow
  /** The application whose request was challenged. */
  readonly application: ApplicationRow
  /** The only origin to which the page sends the result. */
  readonly origin: string
}

export type Problem = { readonly problem: PageProblem }

export async function findSubject(
  db: Reader,
  { ott: token = '', parentHostname = '' }: PageInput,
  { now }: PageContext,
): Promise<Subject | Problem> {
  const row = await findTokenOfAnyUser(db, hashSecret(token), now)
  if (row === undefined || row.usedAt !== null) return { problem: 'token' }
  // A change of the user's factors raises the epoch, which invalidates all open one-time tokens (D30).
  const { epoch } = await readFactorState(db, row.userId)
  if (row.epoch !== epoch) return { problem: 'token' }
  const application = await challengedApplication(db, row)
  const origin = application && registeredOrigin(application.redirectUris, parentHostname)
  if (application === undefined || origin === undefined) return { problem: 'origin' }
  return { token, row, application, origin }
}

/** The application whose request was challenged, if it still has access to the user. */
async function challengedApplication(
  db: Reader,
  { applicationId, userId }: TokenRow,
): Promise<ApplicationRow | undefined> {
  if (applicationId === null || !(await hasLiveGrant(db, applicationId, userId))) return undefined
  return findApplicationById(db, applicationId)
}

/** Binds a form to the browser that it was sent to, and to the subject that it approves. */
export function csrfToken(
  { row, origin }: Subject,
  { cookie, settings }: { readonly cookie: string; readonly settings: PageContext['settings'] },
): string {
  return formToken(settings.formKey, cookie, ['approval', row.hash, origin])
}

export type BrowserContext = PageContext & { readonly cookie: string | undefined }

/** Finds the subject of a submitted form. The form must have been issued to this browser. */
export async function findSubjectOfForm(
  db: Reader,
  answer: PageInput & { readonly csrf?: string | undefined },
  context: BrowserContext,
): Promise<(Subject & { readonly cookie: string }) | Problem> {
  const subject = await findSubject(db, answer, context)
  if ('problem' in subject) return subject
  const { cookie } = context
  const isGenuine =
    cookie !== undefined &&
    answer.csrf !== undefined &&
    equalInConstantTime(answer.csrf, csrfToken(subject, { ...context, cookie }))
  return isGenuine ? { ...subject, cookie } : { problem: 'csrf' }
}
