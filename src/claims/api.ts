// The endpoints of claims: the page of a recipient, and the outbox of the sandbox.

import Type from 'typebox'
import { type Context, reads, writesOneStatement } from '../kernel/endpoint.ts'
import { answerClaim } from './answer-claim.ts'
import { acceptedPage, claimPage, claimPolicy, closedPage, unknownPage } from './claim-page.ts'
import { findOpenClaim } from './find-claim.ts'
import { ClaimForm, ClaimParams, ClaimQuery, Outbox, OutboxQuery, showMail } from './schemas.ts'
import { listMails } from './store.ts'

const NOT_FOUND = 404
const GONE = 410
const UNPROCESSABLE_CONTENT = 422
/** A choice of this project: the list has no pages, so more would make one long reply. */
const SHOWN_MAILS_MAX = 100

const pageEndpoint = {
  spec: 'D19',
  access: { token: 'none' },
  params: ClaimParams,
  replies: 'text/html',
  reply: Type.String({ description: 'The page of the claim, as HTML' }),
  replyHeaders: ['content-security-policy'],
  otherReplies: {
    [NOT_FOUND]: 'A page: the link is unknown, or a later mail has replaced it.',
    [GONE]: 'A page: the link was used or has expired, or the transfer has ended.',
  },
  errors: [],
} as const

export const show = reads(
  {
    ...pageEndpoint,
    id: 'claims.show',
    operationId: 'showClaimPage',
    route: 'GET /claims/{token}',
    summary:
      'Open the page on which a recipient who is known only by e-mail names the account that receives the money.',
    query: ClaimQuery,
  },
  async (db, { params: { token }, query: { type }, now, ...context }) => {
    const found = await findOpenClaim(db, token, now)
    if (typeof found === 'string') return showUnusableLink(context, found)
    const draft = { currency: found.transfer.targetCurrency, details: {}, ...(type && { type }) }
    return showPage(context, claimPage(found, draft, []))
  },
)

export const submit = writesOneStatement(
  {
    ...pageEndpoint,
    id: 'claims.submit',
    operationId: 'submitClaim',
    route: 'POST /claims/{token}',
    summary: 'Submit the account to be paid, from the page of a claim.',
    otherReplies: {
      ...pageEndpoint.otherReplies,
      [UNPROCESSABLE_CONTENT]: 'The page with the fields that the recipient has to correct.',
    },
    form: true,
    body: ClaimForm,
    onRepeat: { refusalStatus: GONE },
  },
  async (tx, { params: { token }, body, now, settings, ...context }) => {
    const outcome = await answerClaim(tx, { token, body, now, settings })
    if (outcome.kind === 'accepted') return showPage(context, acceptedPage())
    if (outcome.kind !== 'form') return showUnusableLink(context, outcome.kind)
    const { claim, draft, faults } = outcome
    const status = faults.length > 0 ? UNPROCESSABLE_CONTENT : undefined
    return showPage(context, claimPage(claim, draft, faults), status)
  },
)

type PageContext = Pick<Context, 'setHeader' | 'setStatus'>

function showPage({ setHeader, setStatus }: PageContext, text: string, status?: number): string {
  if (status !== undefined) setStatus(status)
  setHeader('content-security-policy', claimPolicy)
  return text
}

function showUnusableLink(context: PageContext, reason: 'unknown' | 'closed'): string {
  return reason === 'unknown'
    ? showPage(context, unknownPage(), NOT_FOUND)
    : showPage(context, closedPage(), GONE)
}

export const outbox = reads(
  {
    id: 'claims.outbox',
    operationId: 'listSandboxMail',
    route: 'GET /sandbox/outbox',
    neverLogged: true,
    summary: `List the mail that the sandbox would have sent: the latest ${SHOWN_MAILS_MAX}, ascending by id.`,
    spec: 'D19',
    access: { token: 'any' },
    sandboxOnly: true,
    query: OutboxQuery,
    reply: Outbox,
    errors: [],
  },
  async (db, { query: { to }, baseUrl }) =>
    (await listMails(db, to, SHOWN_MAILS_MAX)).map((mail) => showMail(mail, baseUrl())),
)
