// Sessions of the console, as a browser on this machine opens them.

import { expect } from 'vitest'
import { seed } from '../../src/app/seed.ts'
import type { TestService } from './service.ts'

export const CONSOLE_HOST = '127.0.0.1:8080'

/** The headers that a browser adds to a writing request of the console's page. A GET has no `origin`. */
export const consolePageHeaders = {
  host: CONSOLE_HOST,
  origin: `http://${CONSOLE_HOST}`,
  'sec-fetch-site': 'same-origin',
}

/** The headers that authenticate a session. */
export type ConsoleSession = { readonly cookie: string; readonly 'x-csrf-token': string }

/** Fills the sandbox with the example data (`seed`) where they are missing, and opens a session for their user. */
export async function opensConsoleSession(service: TestService): Promise<ConsoleSession> {
  await seed(service.db, service.now())
  const reply = await callConsole(service, 'POST /console/session')
  expect(reply.statusCode).toBe(200)
  return sessionIn(reply)
}

/** The session that a reply opens. */
export function sessionIn(
  reply: Awaited<ReturnType<TestService['app']['inject']>>,
): ConsoleSession {
  const [cookie = ''] = String(reply.headers['set-cookie']).split(';')
  return { cookie, 'x-csrf-token': reply.json().csrfToken }
}

/** Sends a request as the console's page does; a header that is undefined is left out. */
export function callConsole(
  { app }: TestService,
  route: string,
  changedHeaders: Readonly<Record<string, string | undefined>> = {},
  options: { readonly remoteAddress?: string; readonly payload?: object | string } = {},
) {
  const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const sent = Object.entries({ ...consolePageHeaders, ...changedHeaders })
  const headers = Object.fromEntries(sent.filter(([, value]) => value !== undefined))
  return app.inject({ method, url, headers: headers as Record<string, string>, ...options })
}
