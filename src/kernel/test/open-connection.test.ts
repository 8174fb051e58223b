// D125: opening a connection fails in time when the server does not answer after its greeting.

import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientsOf } from '../database/clients.ts'

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

describe('D125: opening a connection to a server that falls silent after its greeting', () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(GREETING))
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    ['the connection has settings to send', { settings: 'set lock_timeout = 1' }, false],
    ['the server has to report whether it accepts writes', {}, true],
  ])('fails when %s', async (_, options, mustBeWritable) => {
    const { port } = server.address() as { port: number }
    const hosts = { find: async () => ({ host: '127.0.0.1', port }), forget: () => undefined }
    const config = { user: 'me', database: 'db', connectionTimeoutMillis: 200, ...options }
    const client = new (clientsOf({ hosts, mustBeWritable }))(config as object)
    await expect(client.connect()).rejects.toThrow('did not open a session')
  })
})
