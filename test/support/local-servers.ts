// HTTP servers on this machine, to which services under test send requests.

import * as events from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

const closing: (() => void)[] = []

/** Starts an HTTP server on this machine, which `closeServers` closes. Returns its URL. */
export async function startServer(respond: Respond): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await events.once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Call it after the tests that start servers. */
export function closeServers(): void {
  for (const close of closing.splice(0)) close()
}
