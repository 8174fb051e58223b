// Pages for people: self-contained HTML without scripts. Templates are written with `html`, which escapes the values in them.

import { createHash } from 'node:crypto'

export type SafeHtml = { readonly safe: string }
type Piece = SafeHtml | string | number | readonly SafeHtml[]

/** A template for HTML. Values are escaped, unless `html` has made them. */
export function html(texts: TemplateStringsArray, ...values: readonly Piece[]): SafeHtml {
  const pieces = texts.flatMap((text, at) => [text, at < values.length ? safeText(values[at]) : ''])
  return { safe: pieces.join('') }
}

function safeText(value: Piece | undefined): string {
  if (Array.isArray(value)) return value.map(({ safe }: SafeHtml) => safe).join('\n')
  if (typeof value === 'object') return (value as SafeHtml).safe
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
  input[type=text], input[type=password], input[type=date], select { font: inherit; padding: .4rem; width: 100%;
         box-sizing: border-box; }
  .wrong { color: #a11; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; }
  dt { color: #5a6475; }
  dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
  :focus-visible { outline: 3px solid #1d4f91; outline-offset: 2px; }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A content security policy without scripts and other origins. Forms may be sent to `formTargets` only. */
export function policyOf(...formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${formTargets.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function page(title: string, content: SafeHtml): string {
  return html`<!doctype html>
<html lang="en">
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
</html>
`.safe
}
