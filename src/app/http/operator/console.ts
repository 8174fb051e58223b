// The console of live mode (D129): the page on which operators log in, and the routes that its scripts call.

import type { FastifyInstance } from 'fastify'
import { mountFiles } from '../console/files.ts'
import type { App } from '../context.ts'
import { mountActions } from './action-routes.ts'
import { mountLogIn } from './log-in-routes.ts'
import { mountReads } from './read-routes.ts'

export function mountOperatorConsole(server: FastifyInstance, app: App): void {
  mountLogIn(server, app)
  mountReads(server, app)
  mountActions(server, app)
  mountFiles(server, { baseUrl: app.settings.publicUrl, page: 'operator.html' })
}
