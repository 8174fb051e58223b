// The HTML of the approval page (D109), without external resources. Its only script sends the result to the window that
// opened the page. Every value from a request or the database goes through `html`, which escapes it.

import { createHash } from 'node:crypto'
import { html, page, policyOf, type SafeHtml } from '../../kernel/html.ts'
import type { Challenge, Factor } from '../model.ts'

/** The path of the page. Its forms are submitted to `answer` below it. */
export const PAGE_PATH = '/approve-api-action'

// The script reads its values from attributes, so its text is constant and the policy can allow it by its hash.
const SCRIPT = `
const { origin, result } = document.currentScript.dataset
if (window.opener) {
  window.opener.postMessage({ result }, origin)
  window.close()
}
`
const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

/** The content security policy: it allows only the script above, and neither framing nor other origins. */
export const pagePolicy = `${policyOf("'self'")}; script-src ${SCRIPT_SOURCE}`

export function problemPage(problem: string): string {
  const content = html`<p>${problem}</p>
<p>Nothing was approved. Close this page, go back to the application and try again.</p>`
  return page('This cannot be approved here', content)
}

type Result = 'APPROVED' | 'REJECTED'

const resultTexts: Readonly<Record<Result, readonly [title: string, text: string]>> = {
  APPROVED: ['Approved', 'The application can now continue.'],
  REJECTED: ['Not approved', 'You declined. Nothing was done.'],
}

/** The page whose script sends only the result to the window that opened the page. */
export function resultPage(result: Result, origin: string): string {
  const [title, text] = resultTexts[result]
  const content = html`<p>${text}</p>
<p>You can close this page.</p>
<script data-origin="${origin}" data-result="${result}">${{ safe: SCRIPT }}</script>`
  return page(title, content)
}

/** A signature is sent with the repeated request, never on the page. */
export type PageFactor = Exclude<Factor, 'SIGNATURE'>

export type Approval = {
  readonly token: string
  readonly origin: string
  readonly csrf: string
  readonly application: string
  /** The title of the action, such as "Pay a transfer". */
  readonly title: string
  readonly covered:
    | { readonly amount: string; readonly currency: string; readonly payee: string }
    | undefined
  /** The next open challenge. */
  readonly challenge: Challenge
  /** The factors of the challenge that this page accepts. */
  readonly answerable: readonly PageFactor[]
  /** The number to which the previous form sent a code, with all but its last digits hidden. */
  readonly sentTo: string | undefined
  /** Why the previous answer was refused. */
  readonly errorText: string | undefined
}

const nothing: SafeHtml = { safe: '' }

export function approvalPage(approval: Approval): string {
  const { application, title, covered, origin, errorText, answerable, sentTo } = approval
  const content = html`<p><b>${application}</b> asks you to approve this:</p>
<dl>
<dt>Action</dt><dd>${title}</dd>
${covered === undefined ? nothing : coveredRows(covered)}
</dl>
${errorText === undefined ? nothing : html`<p class="wrong" role="alert">${errorText}</p>`}
${sentTo === undefined ? nothing : html`<p role="status">A code was sent to ${sentTo}.</p>`}
${answerable.length === 0 ? ENTERED_ELSEWHERE : nothing}
${answerable.map((factor) => formOf(factor, approval))}
<form method="post" action="${PAGE_PATH}/answer">
${hiddenFields(approval)}
<button class="quiet" name="action" value="cancel">Do not approve</button>
</form>
<p><small>Only the result is sent to ${origin}, not the PIN, code or face map that you enter.</small></p>`
  return page('Approve this?', content)
}

const ENTERED_ELSEWHERE = html`<p>The next factor cannot be entered on this page. Go back to the application to continue.</p>`

function coveredRows({ amount, currency, payee }: NonNullable<Approval['covered']>): SafeHtml {
  return html`<dt>Amount</dt><dd>${amount} ${currency}</dd>
<dt>To</dt><dd>${payee}</dd>`
}

function hiddenFields({ token, origin, csrf }: Approval): SafeHtml {
  return html`<input type="hidden" name="ott" value="${token}">
<input type="hidden" name="parentHostname" value="${origin}">
<input type="hidden" name="csrf" value="${csrf}">`
}

const inputs: Readonly<Record<PageFactor, SafeHtml>> = {
  PIN: html`<label for="pin">Your PIN (four digits)</label>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" required>`,
  SMS: html`<label for="otpCode">The code of the text message (six digits)</label>
<input id="otpCode" name="otpCode" type="text" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" required>`,
  FACE_MAP: html`<label for="faceMap">Your face map (Base64; in the sandbox only)</label>
<input id="faceMap" name="faceMap" type="text" autocomplete="off" required>`,
}

const answerButtonTexts: Readonly<Record<PageFactor, string>> = {
  PIN: 'Approve with the PIN',
  SMS: 'Approve with the code',
  FACE_MAP: 'Approve with the face map',
}

function formOf(factor: PageFactor, approval: Approval): SafeHtml {
  return html`<form method="post" action="${PAGE_PATH}/answer">
${hiddenFields(approval)}
<input type="hidden" name="factor" value="${factor}">
${inputs[factor]}
<p><button name="action" value="answer">${answerButtonTexts[factor]}</button>
${factor === 'SMS' ? SEND_BUTTON : nothing}</p>
</form>`
}

const SEND_BUTTON = html`<button class="quiet" name="action" value="send-code" formnovalidate>Send me a code</button>`
