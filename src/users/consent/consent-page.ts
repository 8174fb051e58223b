// The consent page and its error page: self-contained HTML without scripts. All input goes through `html`, which
// escapes it.

import type { OwnProfile } from '../../kernel/caller.ts'
import { html, page, policyOf, type SafeHtml } from '../../kernel/html.ts'
import type { Candidate } from '../store.ts'
import { type Authorization, choiceText, fieldsOf } from './authorize-application.ts'

/** The content security policy: forms may be sent only to this service, which redirects to `redirectUri`. */
export function pagePolicy(redirectUri?: string): string {
  return policyOf("'self'", ...(redirectUri === undefined ? [] : [policySource(redirectUri)]))
}

const WEB_PROTOCOL = /^https?:$/

// A policy cannot contain an IPv6 host or an origin with a private scheme. For these it allows the whole scheme.
function policySource(redirectUri: string): string {
  const { protocol, host, origin } = new URL(redirectUri)
  return WEB_PROTOCOL.test(protocol) && !host.startsWith('[') ? origin : protocol
}

export function problemPage(problem: string): string {
  const content = html`<p>${problem}</p>
<p><small>Nothing was granted. Go back to the application and try again.</small></p>`
  return page('Access cannot be granted', content)
}

export type Consent = {
  readonly users: readonly Candidate[]
  /** Sandbox only: there is no login, and any user can be selected. */
  readonly search?: Search
  /** The assertion of the login page, which is verified again when the form is sent. */
  readonly assertion?: string | undefined
  readonly csrf: string
}
type Search = { readonly usersMax: number; readonly emailPart: string }

/** The page on which a person selects a user and a profile, and allows or denies access. */
export function consentPage(
  authorization: Authorization,
  { users, search, assertion, csrf }: Consent,
): string {
  const { application, redirectUri } = authorization
  const hiddenFields = Object.entries(fieldsOf(authorization)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const choices = users.flatMap(choicesOf)
  const content = html`<p><b>${application.name}</b> asks to see your data and to send money for you.</p>
${search === undefined ? '' : searchForm(search, hiddenFields)}
<form method="post" action="?">
${hiddenFields}
${assertion === undefined ? '' : html`<input type="hidden" name="login" value="${assertion}">`}
<input type="hidden" name="csrf" value="${csrf}">
<fieldset>
<legend>Act as</legend>
${choices.length === 0 ? 'No user was found.' : choices}
</fieldset>
<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny" formnovalidate>Deny</button>
</form>
<p><small>In both cases you continue at ${new URL(redirectUri).host || redirectUri}.</small></p>`
  return page(`Allow ${application.name} to act for you?`, content)
}

function searchForm({ usersMax, emailPart }: Search, hiddenFields: readonly SafeHtml[]): SafeHtml {
  return html`<form method="get" action="?">
${hiddenFields}
<label>Find a user by e-mail <input type="search" name="search" value="${emailPart}"></label>
<small>At most ${usersMax} users are shown. This is a sandbox: you can select any user without a login.</small>
</form>`
}

function choicesOf({ id, email, profiles }: Candidate): SafeHtml[] {
  const choice = (profile: OwnProfile | undefined) => {
    const value = choiceText({ userId: id, profileId: profile?.id })
    const description = profile
      ? `${profile.type.toLowerCase()} profile ${profile.id}`
      : 'no profile yet'
    return html`<label><input type="radio" name="choice" value="${value}" required> ${email}
<small>${description}</small></label>`
  }
  return profiles.length === 0 ? [choice(undefined)] : profiles.map(choice)
}
