// A person approves an action on a page of this service (D109). The page is opened by the application with
// the one-time token of its refused request, in a browser that carries no token of a user: the one-time
// token says who the user is, and what is to be approved.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Report } from '../../kernel/security-event.ts'
import { findAction } from '../actions.ts'
import {
  type Answer,
  type Answering,
  judge,
  passChallenge,
} from '../challenges/answer-challenge.ts'
import {
  keepChallengeCode,
  reserveChallengeCode,
  type SentCode,
  sendChallengeCode,
} from '../challenges/send-challenge-code.ts'
import { findAnyToken, readCover } from '../challenges/token-store.ts'
import { countFailure } from '../count-failure.ts'
import { BodyIncomplete, FaceMapInvalid, OtpInvalid, PinInvalid } from '../errors.ts'
import { challengesOf, type Factor } from '../model.ts'
import { type PageProblem, pageRefused } from '../security-events.ts'
import {
  type By,
  csrfToken,
  findAnswered,
  findSubject,
  type On,
  type Opening,
  type Problem,
  type Subject,
} from './find-subject.ts'
import { type Approval, approvalPage, endPage, problemPage, type Result } from './page.ts'

/** A page, with the status it is answered with. */
export type Page = { readonly status: number; readonly text: string }

const problems: Readonly<Record<PageProblem, Page>> = {
  token: {
    status: 404,
    text: 'There is nothing to approve: the one-time token (ott) is unknown, used or expired.',
  },
  origin: {
    status: 400,
    text: 'The page that opened this one (parentHostname) does not belong to the application that asked for the approval.',
  },
  csrf: { status: 403, text: 'The form was not made by this browser, or is too old.' },
}

/** Opens the page. The cookie ties the forms on it to the browser. */
export async function showApproval(
  db: Reader,
  opening: Opening,
  on: On & { readonly cookie: string },
): Promise<Page> {
  const subject = await findSubject(db, opening, on)
  return 'problem' in subject ? problemOf(subject) : nextPage(db, subject, on, {})
}

function problemOf({ problem }: Problem): Page {
  const { status, text } = problems[problem]
  return { status, text: problemPage(text) }
}

/** What the next page says of the answer before it. */
type Notice = {
  readonly problem?: string | undefined
  readonly sentTo?: string
  readonly status?: number
}

/** What is to be cleared next; the end when nothing is. */
async function nextPage(
  db: Reader,
  subject: Subject,
  on: On & { readonly cookie: string },
  { status = 200, problem, sentTo }: Notice,
): Promise<Page> {
  const { token, application, origin } = subject
  // Others may have answered meanwhile.
  const row = (await findAnyToken(db, subject.row.hash, on.now)) ?? subject.row
  const [challenge] = challengesOf(row)
  if (challenge === undefined) return { status: 200, text: endPage('APPROVED', origin) }
  const covered = readCover(row.covers)
  const approval: Approval = {
    token,
    origin,
    csrf: csrfToken(subject, on),
    application: application.name,
    title: findAction(row.action)?.title ?? row.action,
    covered,
    challenge,
    answerable: answerableOf([challenge.primary, ...challenge.alternatives], on),
    sentTo,
    problem,
  }
  return { status, text: approvalPage(approval) }
}

// A face is scanned by the application; the sandbox's is a text that can be pasted.
function answerableOf(asked: readonly Factor[], { mode }: On): readonly Factor[] {
  return asked.filter(
    (factor) =>
      factor === 'PIN' || factor === 'SMS' || (factor === 'FACE_MAP' && mode === 'sandbox'),
  )
}

export type PageAnswer = Opening & {
  readonly csrf?: string | undefined
  readonly action?: string | undefined
  readonly factor?: string | undefined
  readonly pin?: string | undefined
  readonly otpCode?: string | undefined
  readonly faceMap?: string | undefined
}

const answeringOf = ({ row, token }: Subject, { now, mode, settings }: On): Answering => ({
  userId: row.userId,
  token,
  now,
  mode,
  settings,
})

/** Counts a code that is about to be sent. Returns what refuses it. */
export async function reserveCode(
  tx: Tx,
  answer: PageAnswer,
  by: By,
): Promise<Refusal | undefined> {
  if (answer.action !== 'send-code') return undefined
  const subject = await findAnswered(tx, answer, by)
  if ('problem' in subject) return undefined
  const reserved = await orRefusal(reserveChallengeCode(tx, answeringOf(subject, by)))
  return reserved instanceof Refusal ? reserved : undefined
}

/** The page says what others are answered as an error. */
async function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** What was found of an answer before the transaction opens, because hashing and sending take long. */
export type Verdict =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sent'; readonly code: SentCode }
  | { readonly kind: 'right' | 'wrong'; readonly factor: Answer['factor'] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export async function judgeAnswer(
  db: Reader,
  answer: PageAnswer,
  by: By & Pick<Context, 'random'>,
  outside: Outside,
  reserved: Refusal | undefined,
): Promise<Verdict | Problem> {
  const subject = await findAnswered(db, answer, by)
  if ('problem' in subject) return subject
  if (answer.action === 'cancel') return { kind: 'cancelled' }
  if (reserved !== undefined) return { kind: 'refused', refusal: reserved }
  const answering = { ...answeringOf(subject, by), random: by.random }
  const verdict = await orRefusal(findVerdict(db, answer, answering, outside))
  return verdict instanceof Refusal ? { kind: 'refused', refusal: verdict } : verdict
}

async function findVerdict(
  db: Reader,
  answer: PageAnswer,
  answering: Answering & Pick<Context, 'random'>,
  outside: Outside,
): Promise<Verdict> {
  if (answer.action === 'send-code')
    return { kind: 'sent', code: await sendChallengeCode(db, answering, outside) }
  const shown = readAnswer(answer)
  const isRight = await judge(db, answering, shown, outside)
  return { kind: isRight ? 'right' : 'wrong', factor: shown.factor }
}

/** Refuses a form that is not filled in as the page has it. */
function readAnswer({ factor, pin, otpCode, faceMap }: PageAnswer): Answer {
  if (factor === 'PIN' && pin && /^\d{4}$/.test(pin)) return { factor, pin }
  if (factor === 'SMS' && otpCode && /^\d{6}$/.test(otpCode)) return { factor, otpCode }
  if (factor === 'FACE_MAP' && faceMap) return { factor, faceMap }
  throw new Refusal([{ kind: BodyIncomplete }])
}

const wrong: Readonly<Record<Answer['factor'], string>> = {
  PIN: PinInvalid.message,
  SMS: OtpInvalid.message,
  FACE_MAP: FaceMapInvalid.message,
}

/** Notes what was found, and shows what comes next. */
export async function answerApproval(
  tx: Tx,
  answer: PageAnswer,
  by: By,
  verdict: Verdict | Problem,
  report: Report,
): Promise<Page> {
  const subject = 'problem' in verdict ? verdict : await findAnswered(tx, answer, by)
  if ('problem' in subject) {
    report(pageRefused, { reason: subject.problem })
    return problemOf(subject)
  }
  const found = verdict as Verdict
  if (found.kind === 'cancelled') return end('REJECTED', subject)
  const on = { ...by, cookie: subject.cookie }
  const notice = await noteVerdict(tx, answeringOf(subject, by), found, report)
  return nextPage(tx, subject, on, notice)
}

const end = (result: Result, { origin }: Subject): Page => ({
  status: 200,
  text: endPage(result, origin),
})

async function noteVerdict(
  tx: Tx,
  answering: Answering,
  verdict: Exclude<Verdict, { kind: 'cancelled' }>,
  report: Report,
): Promise<Notice> {
  const { userId, now } = answering
  switch (verdict.kind) {
    case 'refused':
      return noticeOf(verdict.refusal)
    case 'sent': {
      const sent = await orRefusal(keepChallengeCode(tx, answering, verdict.code))
      return sent instanceof Refusal ? noticeOf(sent) : { sentTo: sent.obfuscatedPhoneNo }
    }
    case 'wrong': {
      const { factor } = verdict
      const late = await countFailure(tx, { userId, factor, now }, report)
      return late === undefined ? { status: 400, problem: wrong[factor] } : noticeOf(late)
    }
    case 'right': {
      const passed = await orRefusal(passChallenge(tx, answering, verdict.factor, report))
      return passed instanceof Refusal ? noticeOf(passed) : {}
    }
  }
}

function noticeOf({ status, faults: [{ kind, message }] }: Refusal): Notice {
  return { status, problem: message ?? kind.message }
}
