// The page on which a recipient names the account that receives the money.

import {
  type AccountDraft,
  type AccountFault,
  type AccountForm,
  claimForms,
  DETAIL_LENGTH_MAX,
  type FormInput,
  readDetail,
} from '../corridors/index.ts'
import { html, page, policyOf, type SafeHtml } from '../kernel/html.ts'
import { textWithCurrency } from '../kernel/money.ts'
import { targetOf } from '../transfers/index.ts'
import type { OpenClaim } from './find-claim.ts'
import { expiryText } from './model.ts'

/** Forms may be sent to this service only. */
export const claimPolicy = policyOf("'self'")

const nothing: SafeHtml = { safe: '' }

export function unknownPage(): string {
  const content = html`<p>Check that you opened the whole link from the latest mail.</p>`
  return page('This link is unknown', content)
}

export function closedPage(): string {
  const content = html`<p>The link was used or has expired, or the payment was ended.</p>`
  return page('This link no longer works', content)
}

export function acceptedPage(): string {
  const content = html`<p>The money is on its way to you. You can close this page.</p>`
  return page('Thank you', content)
}

/** The form of `draft.type`, or the first form of the currency, with the entered values and their faults. */
export function claimPage(
  { claim, transfer, senderName }: OpenClaim,
  draft: AccountDraft,
  faults: readonly AccountFault[],
): string {
  const forms = claimForms(draft.currency, draft)
  const form = forms.find(({ type }) => type === draft.type) ?? forms[0]
  if (form === undefined) throw new Error(`no account form for ${draft.currency}`)
  const content = html`<p><b>${senderName}</b> sends you <b>${textWithCurrency(targetOf(transfer))}</b>.
Enter the bank account that receives the money by ${expiryText(claim)}. ${senderName} will not see the account.</p>
${forms.length > 1 ? accountTypeLinks(forms, form) : nothing}
${faults.length > 0 ? html`<p class="wrong">Correct the marked fields.</p>` : nothing}
<form method="post">
<input type="hidden" name="type" value="${form.type}">
<fieldset>
${form.fields.flatMap(({ group }) => group.map((input) => fieldOf(input, draft, faults)))}
</fieldset>
<button name="action" value="send">Send me the money</button>
</form>`
  return page('Money for you', content)
}

function accountTypeLinks(forms: readonly AccountForm[], chosen: AccountForm): SafeHtml {
  const links = forms.map(({ type, title }) =>
    type === chosen.type
      ? html`<b>${title}</b>`
      : html`<a href="?type=${encodeURIComponent(type)}">${title}</a>`,
  )
  return html`<p>${links}</p>`
}

function fieldOf(input: FormInput, draft: AccountDraft, faults: readonly AccountFault[]): SafeHtml {
  const fault = faults.find(({ path }) => path === input.key)
  const value = String(readDetail(draft, input.key) ?? '')
  const optional = input.required || /optional/i.test(input.name) ? '' : ' (optional)'
  return html`<label>${input.name}${optional}
${inputOf(input, value)}
${fault ? html`<small class="wrong">${fault.message}</small>` : nothing}</label>
${input.refreshRequirementsOnChange ? REFRESH : nothing}`
}

// The page has no scripts: after changing a field on which others depend, the recipient requests those fields.
const REFRESH = html`<button class="quiet" name="action" value="refresh" formnovalidate>Continue</button>`

function inputOf(
  { key, type, displayFormat, maxLength, valuesAllowed }: FormInput,
  value: string,
): SafeHtml {
  if (valuesAllowed !== null) {
    const options = valuesAllowed.map((choice) => {
      const selected = choice.key.trim() === value.trim() ? ' selected' : ''
      return html`<option value="${choice.key}"${{ safe: selected }}>${choice.name}</option>`
    })
    return html`<select name="${key}"><option value="">Choose</option>
${options}</select>`
  }
  // A radio field without values is a check box, as in `checkField`.
  if (type === 'radio')
    return html`<input type="checkbox" name="${key}" value="true"${{ safe: value === 'true' ? ' checked' : '' }}>`
  const kind = type === 'date' ? 'date' : 'text'
  // `maxLength` limits the stored value. A value with a display format may be entered with spaces (D90), so its input has the
  // greater limit that `ClaimForm` sets for every field.
  const length = displayFormat ? DETAIL_LENGTH_MAX : (maxLength ?? DETAIL_LENGTH_MAX)
  return html`<input type="${kind}" name="${key}" value="${value}" maxlength="${length}">`
}
