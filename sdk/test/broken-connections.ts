// Connections that break: while a request is sent, or when its reply arrives.

import * as events from 'node:events'
import { connect } from 'node:net'

/** `unsent`: only half of the request is sent. `unread`: the whole request is sent, and its reply is lost. */
export type Break = 'unsent' | 'unread'

/**
 * A `fetch` whose connections break in the order of `breaks`; later connections do not break. A reply with a status of 400
 * or more is never lost, because the tests lose the reply to the request that changes something. `onAttempt` is called at
 * the end of each attempt, with the lost reply if there is one.
 */
export function breakingFetch(
  breaks: readonly Break[],
  onAttempt: (unread?: Response) => Promise<unknown> = async () => undefined,
): typeof fetch {
  const remaining = [...breaks]
  return async (url, init) => {
    if (remaining[0] === 'unsent') {
      remaining.shift()
      await sendHalf(new Request(url, init))
      await onAttempt()
      throw connectionError()
    }
    const reply = await fetch(url, init)
    const isUnread = remaining[0] === 'unread' && reply.status < 400
    await onAttempt(isUnread ? reply : undefined)
    if (!isUnread) return reply
    remaining.shift()
    throw connectionError()
  }
}

/** The error of `fetch` for a connection that breaks. */
function connectionError(): TypeError {
  return new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
}

async function sendHalf(request: Request): Promise<void> {
  const { host, hostname, port, pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), host, 'content-length': body.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(
    [`${request.method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'),
  )
  const length = body.length === 0 ? head.length / 2 : head.length + body.length / 2
  const socket = connect(Number(port), hostname)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write(Buffer.concat([head, body]).subarray(0, length), () => resolve())
  })
  socket.destroy()
  await events.once(socket, 'close')
}
