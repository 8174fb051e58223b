// The browser console at /console of a sandbox (D129). The console of live mode is in ../operator/.

import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { mountFiles } from './files.ts'
import { sessionTokenOf } from './session-token.ts'
import { mountSessions } from './sessions.ts'

/** Serves the console's pages, and authenticates their requests to the API by the personal token in the session cookie. */
export function mountConsole(server: FastifyInstance, app: App): void {
  const { publicUrl } = app.settings
  server.addHook('onRequest', (request, _reply, done) => {
    request.sessionToken = sessionTokenOf(request, publicUrl)
    done()
  })
  mountSessions(server, app)
  mountFiles(server, { baseUrl: publicUrl, page: 'index.html' })
}
