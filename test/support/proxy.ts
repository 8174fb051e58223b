// A proxy in front of the database that can stop forwarding bytes, as a frozen host does: connections stay
// open and nothing arrives.

import { connect, createServer, type Socket } from 'node:net'
import { parseDatabaseUrl } from '../../src/kernel/database/hosts.ts'

export type DatabaseProxy = {
  /** The URL of the database through the proxy. */
  readonly url: string
  readonly port: number
  /** The number of connections since the proxy was opened. */
  connections(): number
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port, user, password, database } = parseDatabaseUrl(databaseUrl).config
  const server = host?.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port}` }
    : { host: host ?? '127.0.0.1', port: Number(port) }
  const sockets = new Set<Socket>()
  let isFrozen = false
  let count = 0
  const proxy = createServer((client) => {
    count++
    const upstream = connect(server)
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port: proxyPort } = proxy.address() as { port: number }
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${proxyPort}/${database}`,
    port: proxyPort,
    connections: () => count,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
