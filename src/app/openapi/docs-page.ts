// The reference page at /docs: Scalar's viewer on our own description. It needs no internet, and its
// content security policy would let it have none: whatever the viewer might ask of its maker's
// servers (fonts, telemetry, a proxy) is switched off, and could not be reached.

import { createHash } from 'node:crypto'
import fastify from 'fastify'

/** Where the page's script is served. */
export const SCRIPT_PATH = '/docs/scalar.js'

const configuration = {
  url: '/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
}

const start = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})`

export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Godwit: reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript; the same description is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="${SCRIPT_PATH}"></script>
<script>${start}</script>
</body>
</html>
`

// The viewer writes style elements and attributes of its own.
export const docsPolicy = [
  `default-src 'none'`,
  `script-src 'self' 'sha256-${createHash('sha256').update(start).digest('base64')}'`,
  `style-src 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

let script: Promise<string> | undefined

/**
 * The viewer. Loaded when it is first asked for: it costs 0.2 s and 50 MB, which nobody should pay
 * at every start for a page they may never open.
 */
export function docsScript(): Promise<string> {
  script ??= loadScript()
  return script
}

// The library keeps the script to itself and serves it as a Fastify plugin, so it is asked as one.
async function loadScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  try {
    await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
    const { body, statusCode } = await app.inject('/docs/js/scalar.js')
    if (statusCode !== 200) throw new Error('the reference viewer has moved its script')
    return body
  } finally {
    await app.close()
  }
}
