// Sends the first two requests of the console while the browser still loads and starts the other code, which takes
// longer than the replies. `console/build/opening.ts` loads this file before the others, so it imports nothing.

const session = unlessFailed(fetch('/console/session', { method: 'POST' }))
const replies = new Map([
  ['/console/session', session],
  ['/v2/profiles', unlessFailed(session.then(listProfiles))],
])

/**
 * The reply to the first request of this path; undefined at later requests, or when it was not sent or has failed: then
 * the caller sends the request, and reports its error.
 */
export async function takeFirstReply(path: string): Promise<Response | undefined> {
  const reply = replies.get(path)
  replies.delete(path)
  return reply
}

async function listProfiles(opened: Response | undefined): Promise<Response | undefined> {
  if (!opened?.ok) return undefined
  const { csrfToken } = await opened.clone().json()
  return fetch('/v2/profiles', { headers: { 'x-csrf-token': csrfToken } })
}

async function unlessFailed(reply: Promise<Response | undefined>): Promise<Response | undefined> {
  const received = await reply.catch(() => undefined)
  return received?.ok ? received : undefined
}
