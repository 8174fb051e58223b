// The reference page at /docs: Scalar's viewer on /openapi.json. It works without internet: everything that the viewer
// would load from other servers (fonts, telemetry, a proxy) is switched off, and the content security policy blocks it.

import { createHash } from 'node:crypto'
import fastify from 'fastify'

/** The path at which the page's script is served. */
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

const startScript = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)})`

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
<script>${startScript}</script>
</body>
</html>
`

// Styles are allowed inline because the viewer writes style elements and attributes.
export const docsPolicy = [
  `default-src 'none'`,
  `script-src 'self' 'sha256-${createHash('sha256').update(startScript).digest('base64')}'`,
  `style-src 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/**
 * Returns a function that loads the viewer's script on its first call and then returns the same text. Loading costs
 * 0.2 s and 50 MB, which a start must not pay for a page that may never be opened.
 */
export function docsScriptLoader(): () => Promise<string> {
  let script: Promise<string> | undefined
  return () => {
    script ??= loadScript()
    return script
  }
}

// The package does not export the script, but its Fastify plugin serves the script, so one request to the plugin fetches it.
async function loadScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  try {
    await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
    const { body, statusCode } = await app.inject('/docs/js/scalar.js')
    if (statusCode !== 200)
      throw new Error('@scalar/fastify-api-reference no longer serves /docs/js/scalar.js')
    return body
  } finally {
    await app.close()
  }
}
