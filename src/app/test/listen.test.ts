// One port with several listening sockets: limits, timeouts and a graceful stop apply to all of them together. Ports and
// hosts that cannot be used are refused.

import * as events from 'node:events'
import type { Server } from 'node:http'
import { createServer, Server as NetServer } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type TestService, testService } from '../../../test/support/service.ts'
import { ConfigError } from '../../kernel/config-error.ts'
import { listen, listenForMonitoring } from '../http/listen.ts'
import { serveMetrics } from '../http/open-operations.ts'
import { createMetrics } from '../metrics.ts'
import { closeConnections, FORM_TYPE, head, open, portOf, statusOf } from './sockets.ts'
import { waitingEndpoint } from './waiting-endpoint.ts'

/** Enough connections that each of the listening sockets accepts some of them. */
const MANY = 200

const ANY_PORT = { host: '127.0.0.1', port: 0, sharesPort: false }

afterEach(() => {
  vi.restoreAllMocks()
  closeConnections()
})

/** Returns the listening servers in the order in which they were created. */
async function listenAt(service: TestService, address = ANY_PORT): Promise<Server[]> {
  const create = vi.spyOn(service.app, 'createServer')
  await listen(service.app, address)
  return [service.app.server, ...create.mock.results.map(({ value }) => value as Server)]
}

const openMany = (service: TestService, count: number, text = '') =>
  Array.from({ length: count }, () => open(portOf(service), text))

const get = (path: string) => head(`GET ${path}`)

function countStatuses(replies: readonly string[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const reply of replies) counts[statusOf(reply)] = (counts[statusOf(reply)] ?? 0) + 1
  return counts
}

const highLimits = { connectionsMax: 2000, connectionsPerAddressMax: 2000 }

describe.runIf(process.platform === 'linux')('several listening sockets', () => {
  describe('accepting', () => {
    const service = testService({ requestLimits: highLimits })

    it(`accept ${MANY} connections that are opened together in fewer than ${MANY / 2} turns of the event loop`, async () => {
      const servers = await listenAt(service)
      let accepted = 0
      const acceptedBy = new Set<Server>()
      for (const server of servers)
        server.on('connection', () => {
          accepted++
          acceptedBy.add(server)
        })
      openMany(service, MANY)
      let turns = 0
      while (accepted < MANY) {
        await new Promise((resolve) => setImmediate(resolve))
        turns++
      }
      expect(acceptedBy.size).toBeGreaterThan(8)
      expect(turns).toBeLessThan(MANY / 2)
    })
  })

  describe('limits', () => {
    const service = testService({
      requestLimits: { connectionsMax: 50, connectionsPerAddressMax: 40 },
    })

    it('D115: 503 beyond the connections of an address, counted over all listening sockets', async () => {
      await listenAt(service)
      const replies = await Promise.all(
        openMany(service, 60, get('/health')).map(({ reply }) => reply),
      )
      expect(countStatuses(replies)).toEqual({ 200: 40, 503: 20 })
    })
  })

  describe('timeouts', () => {
    const service = testService({
      requestLimits: {
        ...highLimits,
        headersMs: 150,
        bodyMs: 200,
        unfinishedBodiesPerAddressMax: MANY,
      },
    })

    it.each([
      ['sends nothing', ''],
      ['does not finish its headers', 'GET /health HTTP/1.1\r\nx-a: '],
      [
        'does not finish its body',
        `${head('POST /oauth/token', FORM_TYPE, 'content-length: 100')}grant_type`,
      ],
    ])(
      'D115: 408 from every listening socket for a client that %s, and the connection is closed',
      async (_, text) => {
        if (!service.app.server.listening) await listenAt(service)
        const replies = await Promise.all(openMany(service, MANY, text).map(({ closed }) => closed))
        expect(countStatuses(replies)).toEqual({ 408: MANY })
      },
    )
  })

  describe('idle connections', () => {
    // `headersMs` keeps its default of 20 s. With a short limit, a busy machine might not read the headers of all connections
    // in time, and some replies would be 408.
    const service = testService({ requestLimits: { ...highLimits, idleMs: 300 } })

    it('D115: a client that is idle after a reply is disconnected by every listening socket', async () => {
      await listenAt(service)
      const clients = openMany(service, MANY, get('/health'))
      const replies = await Promise.all(clients.map(({ closed }) => closed))
      expect(countStatuses(replies)).toEqual({ 200: MANY })
    })
  })

  describe('closing', () => {
    const waits = waitingEndpoint('none')
    const service = testService({ requestLimits: highLimits, extra: [waits.endpoint] })

    it('closes idle connections immediately, refuses new ones, answers requests in progress, then closes their connections', async () => {
      const servers = await listenAt(service)
      const acceptedBy = new Set<Server>()
      for (const server of servers) server.on('request', () => acceptedBy.add(server))
      const port = portOf(service)
      const silent = openMany(service, MANY)
      const unfinished = openMany(service, MANY, 'GET /health HTTP/1.1\r\nx-a: ')
      const idle = openMany(service, MANY, get('/health'))
      for (const { reply } of idle) expect(statusOf(await reply)).toBe(200)
      const busy = openMany(service, MANY, get('/probe/waits'))
      await expect.poll(waits.waitingCount).toBe(MANY)
      expect(acceptedBy.size).toBe(servers.length)

      let isClosed = false
      const closing = service.app.close().then(() => {
        isClosed = true
      })
      await Promise.all([...silent, ...unfinished, ...idle].map(({ closed }) => closed))
      for (let n = 0; n < 50; n++) expect(await open(port).failed).toBe('ECONNREFUSED')
      expect(isClosed).toBe(false)
      waits.release()
      const replies = await Promise.all(busy.map(({ closed }) => closed))
      expect(countStatuses(replies)).toEqual({ 200: MANY })
      for (const reply of replies) expect(reply).toContain('{"waited":true}')
      await closing
    })
  })
})

describe('the port', () => {
  const first = testService()
  const second = testService()

  it('is refused with a ConfigError when another service of the same user listens on it', async () => {
    await listenAt(first)
    const port = portOf(first)
    await expect(listen(second.app, { ...ANY_PORT, port })).rejects.toThrow(
      new ConfigError(`Another program listens on 127.0.0.1:${port}. Set PORT to a free port.`),
    )
  })

  it.each([true, false])(
    'is refused with a ConfigError when another program listens on it and GODWIT_SHARED_PORT is %s',
    async (sharesPort) => {
      const other = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await events.once(other, 'listening')
      const { port } = other.address() as { port: number }
      await expect(listen(second.app, { ...ANY_PORT, port, sharesPort })).rejects.toThrow(
        new ConfigError(`Another program listens on 127.0.0.1:${port}. Set PORT to a free port.`),
      )
    },
  )

  it.each([
    ['EADDRNOTAVAIL', 'HOST is 192.0.2.1, which is not an address of this machine.'],
    ['EACCES', 'This process may not listen on port 80. Set PORT to a port above 1023.'],
  ])('is refused with a ConfigError when the system reports %s', async (code, message) => {
    vi.spyOn(NetServer.prototype, 'listen').mockImplementation(function (this: NetServer) {
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code })))
      return this
    })
    const address = { host: '192.0.2.1', port: 80, sharesPort: false }
    const failure = await listen(second.app, address).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect((failure as ConfigError).message).toContain(message)
  })

  it('of monitoring is refused with a ConfigError that names ADMIN_PORT when another program listens on it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await events.once(other, 'listening')
    const { port } = other.address() as { port: number }
    const admin = serveMetrics(createMetrics())
    try {
      await expect(listenForMonitoring(admin, port)).rejects.toThrow(
        new ConfigError(
          `Another program listens on 127.0.0.1:${port}. Set ADMIN_PORT to a free port.`,
        ),
      )
    } finally {
      other.close()
      await admin.close()
    }
  })

  it('can be used again after the first service has stopped', async () => {
    const port = portOf(first)
    await first.app.close()
    await listen(second.app, { ...ANY_PORT, port })
    expect(statusOf(await open(port, get('/health')).reply)).toBe(200)
  })
})

describe.each(['localhost', '0.0.0.0', '::', '::1'])('HOST %s', (host) => {
  const service = testService()

  it('200 for each of 50 connections', async () => {
    await listenAt(service, { ...ANY_PORT, host })
    const local = host === '0.0.0.0' || host === 'localhost' ? '127.0.0.1' : '::1'
    for (let n = 0; n < 50; n++) {
      const { reply } = open(portOf(service), get('/health'), local)
      expect(statusOf(await reply)).toBe(200)
    }
  })
})

describe('an operating system without reusePort', () => {
  const service = testService()

  it('opens one listening socket, and a request to it returns 200', async () => {
    const plain = NetServer.prototype.listen
    vi.spyOn(NetServer.prototype, 'listen').mockImplementation(function (
      this: NetServer,
      ...args: unknown[]
    ) {
      if ((args[0] as { reusePort?: boolean }).reusePort !== true)
        return plain.apply(this, args as [unknown])
      const error = Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' })
      process.nextTick(() => this.emit('error', error))
      return this
    })
    const servers = await listenAt(service)
    expect(servers.filter(({ listening }) => listening)).toEqual([service.app.server])
    expect(statusOf(await open(portOf(service), get('/health')).reply)).toBe(200)
  })
})
