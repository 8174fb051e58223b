// The endpoints of the page on which a person clears a challenge in a browser (D109).

import Type from 'typebox'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import { sessionCookie } from '../../kernel/form-session.ts'
import { oneTimeToken } from '../timers.ts'
import * as approvals from './approve-action.ts'
import { PAGE_PATH, pagePolicy } from './page.ts'

const session = sessionCookie({ name: 'godwit_approval', life: oneTimeToken, sameSite: 'Strict' })

const textField = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }))

const pageFields = {
  ott: textField('The one-time token of a 403 reply', '5932d5b5-ec13-452f-8688-308feade7834'),
  parentHostname: textField(
    'The origin that receives the result. It must be the origin of a redirect URI of the application.',
    'https://app.example.com',
  ),
}

const OpenForm = Type.Object(
  {
    ...pageFields,
    flow: textField('Accepted and ignored', 'popup'),
  },
  { title: 'OpenApprovalPageForm' },
)

const AnswerForm = Type.Object(
  {
    ...pageFields,
    csrf: textField(
      'The value of the hidden field on the page',
      '6f1ed002ab5595859014ebf0951522d9',
    ),
    action: textField('What to do: answer, send-code or cancel', 'answer'),
    factor: textField('The factor of the answer: PIN, SMS or FACE_MAP', 'PIN'),
    pin: textField('The PIN of four digits, for the factor PIN', '1234'),
    otpCode: textField(
      'The code of six digits from the text message, for the factor SMS',
      '111111',
    ),
    faceMap: textField(
      'The face map as Base64, for the factor FACE_MAP; accepted only in the sandbox',
      'RmFjZSBtYXA=',
    ),
  },
  { title: 'AnswerApprovalPageForm' },
)

const pageReply = {
  spec: 'D109',
  access: { token: 'none' },
  form: true,
  replies: 'text/html',
  reply: Type.String({ description: 'The approval page, as HTML' }),
  otherReplies: {
    400: 'A page that shows what to correct.',
    404: 'A page: there is no challenge with this token.',
  },
} as const

export const openApproval = reads(
  {
    id: 'security.open-approval',
    operationId: 'openApprovalPage',
    route: `POST ${PAGE_PATH}`,
    summary: 'Open the page on which a person approves an action of an application.',
    ...pageReply,
    replyHeaders: ['content-security-policy', 'set-cookie'],
    body: OpenForm,
    errors: [],
  },
  async (db, { body, ...context }) => {
    const cookie = session.read(context) ?? context.random.secret()
    session.set(context, cookie)
    return showPage(context, await approvals.showApproval(db, body, { ...context, cookie }))
  },
)

export const answerApproval = writes(
  {
    id: 'security.answer-approval',
    operationId: 'answerApprovalPage',
    route: `POST ${PAGE_PATH}/answer`,
    summary: 'Submit the approval page: clear a challenge, send a code, or decline.',
    ...pageReply,
    replyHeaders: ['content-security-policy'],
    otherReplies: {
      ...pageReply.otherReplies,
      403: 'A page: the form was not issued to this browser.',
      404: 'A page: there is no challenge with this token, or the user does not have the factor.',
      409: 'The page with an error: no open challenge needs this factor.',
      422: 'The page with an error: text messages or face maps are not available.',
      429: 'The page with an error: too many wrong answers, or too many codes sent.',
      503: 'The page with an error: the text message could not be sent.',
    },
    body: AnswerForm,
    onRepeat: { refusalStatus: 409 },
    errors: [],
    reserve: (tx, input) => approvals.reserveCode(tx, input.body, browserContextOf(input)),
    before: (db, input, outside, refusal) =>
      approvals.sendCodeOrVerifyAnswer(
        db,
        input.body,
        { ...browserContextOf(input), random: input.random },
        { outside, refusal },
      ),
  },
  async (tx, input) =>
    showPage(
      input,
      await approvals.answerApproval(
        tx,
        input.body,
        { ...browserContextOf(input), report: input.report },
        input.found,
      ),
    ),
)

type PageReply = Pick<Context, 'headers' | 'baseUrl' | 'setHeader' | 'setStatus'>

function browserContextOf(context: PageReply & Pick<Context, 'now' | 'mode' | 'settings'>) {
  const { now, mode, settings } = context
  return { now, mode, settings, cookie: session.read(context) }
}

function showPage({ setHeader, setStatus }: PageReply, { status, text }: approvals.Page): string {
  setStatus(status)
  setHeader('content-security-policy', pagePolicy)
  return text
}
