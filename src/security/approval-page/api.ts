// The page on which a person clears a challenge in a browser (D109).

import Type from 'typebox'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import { sessionCookie } from '../../kernel/form-session.ts'
import { oneTimeToken } from '../timers.ts'
import * as approvals from './approve-action.ts'
import { pagePolicy } from './page.ts'

const session = sessionCookie({ name: 'godwit_approval', life: oneTimeToken, sameSite: 'Strict' })

const Field = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }))

const opening = {
  ott: Field('the one-time token of a 403', '5932d5b5-ec13-452f-8688-308feade7834'),
  parentHostname: Field(
    'the origin that is told the result: one of the redirect URIs of the application',
    'https://app.example.com',
  ),
}

const OpenForm = Type.Object(
  {
    ...opening,
    flow: Field('accepted, and of no effect', 'popup'),
  },
  { title: 'OpenApprovalPageForm' },
)

const AnswerForm = Type.Object(
  {
    ...opening,
    csrf: Field('as the page has it', '6f1ed002ab5595859014ebf0951522d9'),
    action: Field('answer, send-code or cancel', 'answer'),
    factor: Field('PIN, SMS or FACE_MAP', 'PIN'),
    pin: Field('four digits', '1234'),
    otpCode: Field('six digits', '111111'),
    faceMap: Field('Base64; in the sandbox only', 'RmFjZSBtYXA='),
  },
  { title: 'AnswerApprovalPageForm' },
)

const asPage = {
  spec: 'D109',
  access: { token: 'none' },
  form: true,
  replies: 'text/html',
  reply: Type.String(),
  replyHeaders: ['content-security-policy', 'set-cookie'],
  otherReplies: {
    400: 'The page again or a page of its own, with what is wrong.',
    403: 'A page that says that the form was not made by this browser.',
    404: 'A page that says that there is no such challenge.',
    409: 'A page that says that the challenge was cleared or ended already.',
    429: 'The page again: too many wrong answers, or too many codes sent.',
  },
} as const

export const openApproval = reads(
  {
    id: 'security.open-approval',
    operationId: 'openApprovalPage',
    route: 'POST /approve-api-action',
    summary: 'A page on which a person approves what an application asked for.',
    ...asPage,
    body: OpenForm,
    errors: [],
  },
  async (db, { body, ...context }) => {
    const cookie = session.read(context) ?? context.random.secret()
    session.set(context, cookie)
    return show(context, await approvals.showApproval(db, body, { ...context, cookie }))
  },
)

export const answerApproval = writes(
  {
    id: 'security.answer-approval',
    operationId: 'answerApprovalPage',
    route: 'POST /approve-api-action/answer',
    summary: 'The answer of that page: clears a challenge, sends a code, or ends it.',
    ...asPage,
    body: AnswerForm,
    onRepeat: { page: 409 },
    errors: [],
    reserve: (tx, input) => approvals.reserveCode(tx, input.body, byOf(input)),
    before: (db, input, outside, reserved) =>
      approvals.judgeAnswer(
        db,
        input.body,
        { ...byOf(input), random: input.random },
        outside,
        reserved,
      ),
  },
  async (tx, input) =>
    show(
      input,
      await approvals.answerApproval(tx, input.body, byOf(input), input.found, input.report),
    ),
)

type Browser = Pick<Context, 'headers' | 'baseUrl' | 'setHeader' | 'setStatus'>

function byOf(context: Browser & Pick<Context, 'now' | 'mode' | 'settings'>) {
  const { now, mode, settings } = context
  return { now, mode, settings, cookie: session.read(context) }
}

function show({ setHeader, setStatus }: Browser, { status, text }: approvals.Page): string {
  setStatus(status)
  setHeader('content-security-policy', pagePolicy)
  return text
}
