// The pages of an authorization: self-contained HTML without scripts. Whatever comes from outside
// goes through `html`, which escapes it.

import type { OwnProfile } from '../kernel/caller.ts'
import { html, page, policyOf, type Safe } from '../kernel/html.ts'
import { type Authorization, choiceText, fieldsOf } from './authorize-application.ts'
import type { Pickable } from './store.ts'

/** A form leads to this service, and from there to `redirectUri`. */
export function pagePolicy(redirectUri?: string): string {
  return policyOf("'self'", ...(redirectUri === undefined ? [] : [policySource(redirectUri)]))
}

// A policy cannot name an IPv6 host, nor an origin of a private scheme: there the scheme must do.
function policySource(redirectUri: string): string {
  const { protocol, host, origin } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !host.startsWith('[') ? origin : protocol
}

export function problemPage(problem: string): string {
  const content = html`<p>${problem}</p>
<p><small>Nothing was granted. Go back to the application and try again.</small></p>`
  return page('This authorization cannot go on', content)
}

type Consent = {
  readonly users: readonly Pickable[]
  /** The sandbox's: nobody has logged in, and anybody may be picked. */
  readonly finder?: Finder
  /** What the login page said, to be looked at once more. */
  readonly login?: string | undefined
  readonly token: string
}
type Finder = { readonly usersMax: number; readonly search: string }

/** Lets the person pick a user and a profile, and say yes or no. */
export function consentPage(
  authorization: Authorization,
  { users, finder, login, token }: Consent,
): string {
  const { application, redirectUri } = authorization
  const asked = Object.entries(fieldsOf(authorization)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const choices = users.flatMap(choicesOf)
  const content = html`<p><b>${application.name}</b> asks to see your data and to send money for you.</p>
${finder === undefined ? '' : finderForm(finder, asked)}
<form method="post" action="?">
${asked}
${login === undefined ? '' : html`<input type="hidden" name="login" value="${login}">`}
<input type="hidden" name="csrf" value="${token}">
<fieldset>
<legend>Act as</legend>
${choices.length === 0 ? 'No user was found.' : choices}
</fieldset>
<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny" formnovalidate>Deny</button>
</form>
<p><small>Either way you go to ${new URL(redirectUri).host || redirectUri}.</small></p>`
  return page(`Let ${application.name} in?`, content)
}

function finderForm({ usersMax, search }: Finder, asked: readonly Safe[]): Safe {
  return html`<form method="get" action="?">
${asked}
<label>Find a user by e-mail <input type="search" name="search" value="${search}"></label>
<small>At most ${usersMax} users are shown. This is a sandbox: anybody may be anybody here.</small>
</form>`
}

function choicesOf({ id, email, profiles }: Pickable): Safe[] {
  const choice = (profile: OwnProfile | undefined) => {
    const value = choiceText({ userId: id, profileId: profile?.id })
    const what = profile ? `${profile.type.toLowerCase()} profile ${profile.id}` : 'no profile yet'
    return html`<label><input type="radio" name="choice" value="${value}" required> ${email}
<small>${what}</small></label>`
  }
  return profiles.length === 0 ? [choice(undefined)] : profiles.map(choice)
}
