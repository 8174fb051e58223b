// The pages of an authorization: self-contained HTML without scripts. Whatever comes from outside
// goes through `html`, which escapes it.

import { createHash } from 'node:crypto'
import type { OwnProfile } from '../kernel/caller.ts'
import { type Authorization, choiceText } from './authorize-application.ts'
import type { Pickable } from './store.ts'

type Safe = { readonly safe: string }
type Piece = Safe | string | number | readonly Safe[]

/** Text as HTML; values are escaped unless they are HTML already. */
function html(texts: TemplateStringsArray, ...values: readonly Piece[]): Safe {
  const pieces = texts.flatMap((text, at) => [text, at < values.length ? safeText(values[at]) : ''])
  return { safe: pieces.join('') }
}

function safeText(value: Piece | undefined): string {
  if (Array.isArray(value)) return value.map(({ safe }: Safe) => safe).join('\n')
  if (typeof value === 'object') return (value as Safe).safe
  return String(value).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem;
         color: #1c2330; background: #fff; }
  h1 { font-size: 1.4rem; }
  fieldset { border: 1px solid #c5ccd8; border-radius: 6px; padding: .5rem 1rem; margin: 1rem 0; }
  label { display: block; padding: .35rem 0; }
  small { color: #5a6475; }
  button { font: inherit; padding: .5rem 1.2rem; margin-right: .5rem; border-radius: 6px;
           border: 1px solid #1d4f91; background: #1d4f91; color: #fff; cursor: pointer; }
  button.quiet { background: #fff; color: #1d4f91; }
  input[type=search] { font: inherit; padding: .4rem; width: 60%; }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** No script, no other origin; a form leads to this service, and from there to `redirectUri`. */
export function pagePolicy(redirectUri?: string): string {
  const targets = ["'self'", ...(redirectUri === undefined ? [] : [policySource(redirectUri)])]
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${targets.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

// A policy cannot name an IPv6 host, nor an origin of a private scheme: there the scheme must do.
function policySource(redirectUri: string): string {
  const { protocol, host, origin } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !host.startsWith('[') ? origin : protocol
}

function page(title: string, content: Safe): string {
  return `<!doctype html>
${
  html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ safe: STYLE }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`.safe
}
`
}

export function problemPage(problem: string): string {
  const content = html`<p>${problem}</p>
<p><small>Nothing was granted. Go back to the application and try again.</small></p>`
  return page('This authorization cannot go on', content)
}

type Consent = {
  readonly users: readonly Pickable[]
  readonly usersMax: number
  readonly search: string
  readonly token: string
}

/** Lets the person pick a user and a profile, and say yes or no. */
export function consentPage(
  authorization: Authorization,
  { users, usersMax, search, token }: Consent,
): string {
  const { application, redirectUri, state } = authorization
  const asked = html`<input type="hidden" name="client_id" value="${application.clientKey}">
<input type="hidden" name="redirect_uri" value="${redirectUri}">
${state === undefined ? '' : html`<input type="hidden" name="state" value="${state}">`}`
  const choices = users.flatMap(choicesOf)
  const content = html`<p><b>${application.name}</b> asks to see your data and to send money for you.</p>
<form method="get" action="?">
${asked}
<label>Find a user by e-mail <input type="search" name="search" value="${search}"></label>
<small>At most ${usersMax} users are shown. This is a sandbox: anybody may be anybody here.</small>
</form>
<form method="post" action="?">
${asked}
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

function choicesOf({ id, email, profiles }: Pickable): Safe[] {
  const choice = (profile: OwnProfile | undefined) => {
    const value = choiceText({ userId: id, profileId: profile?.id })
    const what = profile ? `${profile.type.toLowerCase()} profile ${profile.id}` : 'no profile yet'
    return html`<label><input type="radio" name="choice" value="${value}" required> ${email}
<small>${what}</small></label>`
  }
  return profiles.length === 0 ? [choice(undefined)] : profiles.map(choice)
}
