// A person approves an action on a page of this service (D109). The application opens the page with the one-time token
// of its refused request, in a browser without any token of the user: the one-time token identifies the user and the
// action to approve.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { type ErrorKind, Refusal } from '../../kernel/refusal.ts'
import type { Report } from '../../kernel/security-event.ts'
import { MINUTE } from '../../kernel/timer.ts'
import { findAction } from '../actions.ts'
import {
  type Answer,
  type AnswerContext,
  recordCorrectAnswer,
  verifyAnswer,
  wrongAnswerErrors,
} from '../challenges/answer-challenge.ts'
import {
  reserveChallengeCode,
  type SentCode,
  sendChallengeCode,
  storeChallengeCode,
} from '../challenges/send-challenge-code.ts'
import { findTokenOfAnyUser, readCoverText } from '../challenges/token-store.ts'
import { countFailure } from '../count-failure.ts'
import {
  ChallengeNotOpen,
  CodeNotSent,
  FormIncomplete,
  LockedOut,
  OneTimeTokenNotFound,
  TooManyCodes,
} from '../errors.ts'
import { CODE_FORMAT, challengesOf, type Factor, PIN_FORMAT } from '../model.ts'
import { type PageProblem, pageRefused } from '../security-events.ts'
import {
  type BrowserContext,
  csrfToken,
  findSubject,
  findSubjectOfForm,
  type PageContext,
  type PageInput,
  type Problem,
  type Subject,
} from './find-subject.ts'
import { type Approval, approvalPage, type PageFactor, problemPage, resultPage } from './page.ts'

/** The HTML of a page, and the status of the reply. */
export type Page = { readonly status: number; readonly text: string }

const problems: Readonly<Record<PageProblem, { status: number; message: string }>> = {
  token: {
    status: 404,
    message:
      'There is nothing to approve: the one-time token (ott) is unknown, used, expired or withdrawn.',
  },
  origin: {
    status: 400,
    message:
      'The page that opened this page (parentHostname) does not belong to the application that needs the approval.',
  },
  csrf: {
    status: 403,
    message: 'The form was not issued to this browser, or is too old. Open the page again.',
  },
}

/** Opens the page. The cookie binds the forms of the page to the browser. */
export async function showApproval(
  db: Reader,
  input: PageInput,
  context: PageContext & { readonly cookie: string },
): Promise<Page> {
  const subject = await findSubject(db, input, context)
  return 'problem' in subject ? problemPageOf(subject) : nextPage(db, subject, context, {})
}

function problemPageOf({ problem }: Problem): Page {
  const { status, message } = problems[problem]
  return { status, text: problemPage(message) }
}

/** The notice on the next page about the previous answer, and the status of the reply. */
type Notice = {
  /** Why the previous answer was refused. */
  readonly errorText?: string | undefined
  /** The number to which a code was sent, with all but its last digits hidden. */
  readonly sentTo?: string
  readonly status?: number
}

/** The page of the next open challenge; the result page when no challenge is open. */
async function nextPage(
  db: Reader,
  subject: Subject,
  context: PageContext & { readonly cookie: string },
  { status = 200, errorText, sentTo }: Notice,
): Promise<Page> {
  const { token, application, origin } = subject
  // The token is read again, because the answer of this request, or of a concurrent request, may have cleared a challenge.
  const row = (await findTokenOfAnyUser(db, subject.row.hash, context.now)) ?? subject.row
  const [challenge] = challengesOf(row)
  if (challenge === undefined) return { status: 200, text: resultPage('APPROVED', origin) }
  const covered = readCoverText(row.covers)
  const approval: Approval = {
    token,
    origin,
    csrf: csrfToken(subject, context),
    application: application.name,
    title: findAction(row.action)?.title ?? row.action,
    covered,
    challenge,
    answerable: answerableOf([challenge.primary, ...challenge.alternatives], context),
    sentTo,
    errorText,
  }
  return { status, text: approvalPage(approval) }
}

// Only the application can scan a face. The face map of the sandbox is a text that can be pasted into the page.
function answerableOf(factors: readonly Factor[], { mode }: PageContext): readonly PageFactor[] {
  return factors
    .filter((factor) => factor !== 'SIGNATURE')
    .filter((factor) => factor !== 'FACE_MAP' || mode === 'sandbox')
}

type PageAnswer = PageInput & {
  readonly csrf?: string | undefined
  readonly action?: string | undefined
  readonly factor?: string | undefined
  readonly pin?: string | undefined
  readonly otpCode?: string | undefined
  readonly faceMap?: string | undefined
}

const answerContextOf = (
  { row, token }: Subject,
  { now, mode, settings }: PageContext,
): AnswerContext => ({
  userId: row.userId,
  token,
  now,
  mode,
  settings,
})

/** Counts a code before it is sent. Returns a refusal instead of throwing it, because the page shows the refusal. */
export async function reserveCode(
  tx: Tx,
  answer: PageAnswer,
  context: BrowserContext,
): Promise<Refusal | undefined> {
  if (answer.action !== 'send-code') return undefined
  const subject = await findSubjectOfForm(tx, answer, context)
  if ('problem' in subject) return undefined
  const result = await catchRefusal(reserveChallengeCode(tx, answerContextOf(subject, context)))
  return result instanceof Refusal ? result : undefined
}

/** Returns the result of `work`, or the refusal that it throws. */
async function catchRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The result of an answer, found before the transaction opens, because hashing and sending are slow. */
type AnswerResult =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sent'; readonly code: SentCode }
  | { readonly kind: 'correct' | 'wrong'; readonly factor: Answer['factor'] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/**
 * Sends a code or verifies the answer, whichever the form requests, before the transaction. Does neither for a cancellation,
 * nor after the refusal that `reserveCode` returned.
 */
export async function sendCodeOrVerifyAnswer(
  db: Reader,
  answer: PageAnswer,
  context: BrowserContext & Pick<Context, 'random'>,
  { outside, refusal }: { outside: Outside; refusal: Refusal | undefined },
): Promise<AnswerResult | Problem> {
  const subject = await findSubjectOfForm(db, answer, context)
  if ('problem' in subject) return subject
  if (answer.action === 'cancel') return { kind: 'cancelled' }
  if (refusal !== undefined) return { kind: 'refused', refusal }
  const answerContext = { ...answerContextOf(subject, context), random: context.random }
  const result = await catchRefusal(resultOf(db, answer, answerContext, outside))
  return result instanceof Refusal ? { kind: 'refused', refusal: result } : result
}

async function resultOf(
  db: Reader,
  answer: PageAnswer,
  context: AnswerContext & Pick<Context, 'random'>,
  outside: Outside,
): Promise<AnswerResult> {
  if (answer.action === 'send-code')
    return { kind: 'sent', code: await sendChallengeCode(db, context, outside) }
  const parsed = parseAnswer(answer)
  const isCorrect = await verifyAnswer(db, context, parsed, outside)
  return { kind: isCorrect ? 'correct' : 'wrong', factor: parsed.factor }
}

/** Refuses an unknown factor, an empty field, and a PIN or code in another format. */
function parseAnswer({ factor, pin, otpCode, faceMap }: PageAnswer): Answer {
  if (factor === 'PIN' && pin && PIN_FORMAT.test(pin)) return { factor, pin }
  if (factor === 'SMS' && otpCode && CODE_FORMAT.test(otpCode)) return { factor, otpCode }
  if (factor === 'FACE_MAP' && faceMap) return { factor, faceMap }
  throw new Refusal([{ kind: FormIncomplete }])
}

/** Records the result of an answer, and returns the next page. */
export async function answerApproval(
  tx: Tx,
  answer: PageAnswer,
  { report, ...context }: BrowserContext & Pick<Context, 'report'>,
  result: AnswerResult | Problem,
): Promise<Page> {
  if ('problem' in result) return refusePage(result, report)
  const subject = await findSubjectOfForm(tx, answer, context)
  if ('problem' in subject) return refusePage(subject, report)
  if (result.kind === 'cancelled') return rejectedPage(subject)
  const notice = await recordResult(tx, answerContextOf(subject, context), result, report)
  return nextPage(tx, subject, { ...context, cookie: subject.cookie }, notice)
}

function refusePage(problem: Problem, report: Report): Page {
  report(pageRefused, { reason: problem.problem })
  return problemPageOf(problem)
}

const rejectedPage = ({ origin }: Subject): Page => ({
  status: 200,
  text: resultPage('REJECTED', origin),
})

async function recordResult(
  tx: Tx,
  context: AnswerContext,
  result: Exclude<AnswerResult, { kind: 'cancelled' }>,
  report: Report,
): Promise<Notice> {
  const { userId, now } = context
  switch (result.kind) {
    case 'refused':
      return noticeOf(result.refusal)
    case 'sent': {
      const sent = await catchRefusal(storeChallengeCode(tx, context, result.code))
      return sent instanceof Refusal ? noticeOf(sent) : { sentTo: sent.obfuscatedPhoneNo }
    }
    case 'wrong': {
      const { factor } = result
      const lockedRefusal = await countFailure(tx, { userId, factor, now }, report)
      return lockedRefusal === undefined
        ? { status: 400, errorText: wrongAnswerErrors[factor].message }
        : noticeOf(lockedRefusal)
    }
    case 'correct': {
      const recorded = await catchRefusal(recordCorrectAnswer(tx, context, result.factor, report))
      return recorded instanceof Refusal ? noticeOf(recorded) : {}
    }
  }
}

/** The texts of errors whose message names a header or an operation: a person, not a client program, reads the page. */
const textsForPeople = new Map<ErrorKind, (wait: string) => string>([
  [LockedOut, (wait) => `There were too many wrong answers. ${wait}`],
  [TooManyCodes, (wait) => `Too many codes were sent. ${wait}`],
  [CodeNotSent, () => 'No code was sent yet. Choose Send me a code first.'],
  [ChallengeNotOpen, () => 'This factor is not needed now. Enter the factor that is shown.'],
  [OneTimeTokenNotFound, () => 'The approval has ended. Go back to the application.'],
])

function noticeOf({ status, headers, faults: [{ kind, message }] }: Refusal): Notice {
  const minutes = Math.ceil(Number(headers['retry-after'] ?? 0) / MINUTE)
  const text = textsForPeople.get(kind)?.(`Try again after ${minutes} min.`)
  return { status, errorText: text ?? message ?? kind.message }
}
