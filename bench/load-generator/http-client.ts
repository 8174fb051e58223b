// A small HTTP/1.1 client for the load generator: one request at a time on each kept-alive connection. It shares
// the processors with the measured service, so a larger client would distort the figures.

import { connect, type Socket } from 'node:net'

/** The connections of a load for which `main.ts` or `lifecycles.ts` chooses no other number. */
export const CONNECTIONS = 64

export type Reply = {
  readonly status: number
  readonly body: string
  /** Whether the request waited until its connection was open. */
  readonly isOnNewConnection: boolean
}
type ParsedReply = Omit<Reply, 'isOnNewConnection'>
type PendingReply = { resolve(reply: ParsedReply): void; reject(error: Error): void }

export type HttpClient = {
  request(method: string, path: string, token: string, body?: object): Promise<Reply>
  close(): void
}

/** The first request on each connection opens the connection. When all connections are busy, a request waits for a free one. */
export function httpClient(host: string, port: number, connections: number): HttpClient {
  const all = Array.from({ length: connections }, () => openConnection(host, port))
  const idle = [...all]
  const queue: (() => void)[] = []
  const takeConnection = () =>
    new Promise<Connection>((resolve) => {
      const free = idle.pop()
      if (free) resolve(free)
      else queue.push(() => resolve(idle.pop() as Connection))
    })
  return {
    async request(method, path, token, body) {
      const connection = await takeConnection()
      try {
        return await connection.send(textOf(`${host}:${port}`, { method, path, token, body }))
      } finally {
        idle.push(connection)
        queue.shift()?.()
      }
    },
    close: () => {
      for (const connection of all) connection.close()
    },
  }
}

/** Sends a request. Returns the body of the reply, and throws unless the reply is 2xx. */
export async function requestBody(
  http: HttpClient,
  ...request: Parameters<HttpClient['request']>
): Promise<string> {
  const [method, path] = request
  const reply = await http.request(...request)
  if (reply.status >= 200 && reply.status < 300) return reply.body
  throw new Error(`${method} ${path} returned ${reply.status}: ${reply.body}`)
}

type Request = {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly body: object | undefined
}

function textOf(host: string, { method, path, token, body }: Request): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`
  if (body === undefined) return `${head}\r\n`
  const json = JSON.stringify(body)
  const length = Buffer.byteLength(json)
  return `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${json}`
}

type Connection = { send(text: string): Promise<Reply>; close(): void }

function openConnection(host: string, port: number): Connection {
  let waiting: PendingReply | undefined
  let received = ''
  let socket: Socket | undefined
  const open = () => {
    const opened = connect({ host, port, noDelay: true })
    // One character for each byte, because `content-length` counts bytes.
    opened.setEncoding('latin1')
    opened.on('data', (chunk: string) => {
      received += chunk
      const reply = parseReply(received)
      if (reply === undefined) return
      received = ''
      waiting?.resolve(reply)
      waiting = undefined
    })
    const fail = (error?: Error) => {
      socket = undefined
      received = ''
      waiting?.reject(error ?? new Error('the connection was closed'))
      waiting = undefined
    }
    opened.on('error', fail)
    opened.on('close', () => fail())
    return opened
  }
  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        const isOnNewConnection = socket === undefined
        socket ??= open()
        waiting = { resolve: (reply) => resolve({ ...reply, isOnNewConnection }), reject }
        socket.write(text)
      }),
    close: () => socket?.destroy(),
  }
}

const STATUS = /^HTTP\/1\.1 (\d{3})/
const LENGTH = /\r\ncontent-length: (\d+)/i
const HEAD_END = '\r\n\r\n'

/** Returns undefined until the whole reply has arrived. */
function parseReply(text: string): ParsedReply | undefined {
  const end = text.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const status = Number(STATUS.exec(head)?.[1])
  const length = Number(LENGTH.exec(head)?.[1] ?? 0)
  const body = text.slice(end + HEAD_END.length)
  return body.length >= length ? { status, body } : undefined
}

/** Runs `use` with a client of this machine, and then closes its connections. */
export async function withClient<T>(
  port: number,
  connections: number,
  use: (http: HttpClient) => Promise<T>,
): Promise<T> {
  const http = httpClient('127.0.0.1', port, connections)
  try {
    return await use(http)
  } finally {
    http.close()
  }
}
