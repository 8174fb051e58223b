// Connections to a service over sockets, for requests that no HTTP client would send.

import { connect, type Socket } from 'node:net'
import type { TestService } from '../../../test/support/service.ts'

type Connection = {
  readonly socket: Socket
  /** Resolves with all received bytes when the server has closed the connection. */
  readonly closed: Promise<string>
  /** Resolves with the first complete reply, or with all received bytes when the connection is closed before. */
  readonly reply: Promise<string>
  /** Resolves with the code of the error when the connection fails. */
  readonly failed: Promise<string>
}

const sockets = new Set<Socket>()

/** Closes all connections that `open` has opened. Call this function after each test that opens connections. */
export function closeConnections(): void {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}

export function portOf({ app }: TestService): number {
  return (app.server.address() as { port: number }).port
}

/** Connects to a port of this machine and sends `text`. */
export function open(port: number, text = '', host = '127.0.0.1'): Connection {
  const socket = connect({ port, host, noDelay: true })
  sockets.add(socket)
  let received = ''
  socket.setEncoding('utf8')
  const reply = new Promise<string>((resolve) => {
    socket.on('data', (chunk: string) => {
      received += chunk
      if (isComplete(received)) resolve(received)
    })
  })
  const failed = new Promise<string>((resolve) => {
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(`${code}`))
  })
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(received))
  })
  if (text !== '') socket.write(text)
  return { socket, closed, reply: Promise.race([reply, closed]), failed }
}

const HEADERS_END = '\r\n\r\n'

function isComplete(text: string): boolean {
  const end = text.indexOf(HEADERS_END)
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  return (
    end >= 0 && length !== undefined && text.length >= end + HEADERS_END.length + Number(length)
  )
}

export const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1])

export function codeOf(reply: string): string {
  return JSON.parse(reply.slice(reply.indexOf(HEADERS_END) + HEADERS_END.length)).errors[0].code
}

/** The request line, the headers and the empty line after them. */
export const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`

export const JSON_TYPE = 'content-type: application/json'
export const FORM_TYPE = 'content-type: application/x-www-form-urlencoded'

export async function startListening({ app }: TestService): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 })
}
