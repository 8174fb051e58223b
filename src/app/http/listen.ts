// Opens the port of the API with several listening sockets, and the port of monitoring with one.

import events from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { ConfigError } from '../../kernel/config-error.ts'
import type { Config } from '../config.ts'

/**
 * Listening sockets of one process. Since libuv 1.52 (Node 26) the event loop accepts one connection per
 * listening socket and turn, so with one socket 300 connections opened at the same time wait for up to 300 turns; with
 * 16 they were accepted in 25.
 */
const LISTENING_SOCKETS = 16

type Address = Pick<Config, 'host' | 'port' | 'sharesPort'>

export async function listen(server: FastifyInstance, address: Address): Promise<void> {
  const { host, port, sharesPort } = address
  await withProblem({ host, port, variable: 'PORT' }, async () => {
    if (!sharesPort && port !== 0) await refuseUsedPort(host, port)
    await listenWithAll(server, address)
  })
}

/** Opens the port of monitoring, which only this machine can reach. */
export async function listenForMonitoring(server: FastifyInstance, port: number): Promise<void> {
  const host = '127.0.0.1'
  await withProblem({ host, port, variable: 'ADMIN_PORT' }, () => server.listen({ host, port }))
}

type ConfiguredPort = Pick<Config, 'host' | 'port'> & {
  /** The variable that names the port. */
  readonly variable: 'PORT' | 'ADMIN_PORT'
}

/** Throws a ConfigError when the port cannot be opened for a reason that the configuration can change. */
async function withProblem(at: ConfiguredPort, open: () => Promise<unknown>): Promise<void> {
  try {
    await open()
  } catch (error) {
    const problem = problemOf(codeOf(error), at)
    throw problem === undefined ? error : new ConfigError(problem, { cause: error })
  }
}

function problemOf(code: string, { host, port, variable }: ConfiguredPort): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Another program listens on ${host}:${port}. Set ${variable} to a free port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an address of this machine. Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all addresses.`
    case 'EACCES':
      return `This process may not listen on port ${port}. Set ${variable} to a port above 1023.`
    default:
      return undefined
  }
}

async function listenWithAll(
  server: FastifyInstance,
  { host, port, sharesPort }: Address,
): Promise<void> {
  try {
    // The system distributes new connections among the sockets, and so among the processes that listen.
    await server.listen({ host, port, reusePort: true } as FastifyListenOptions)
  } catch (error) {
    if (sharesPort || !UNSUPPORTED_CODES.includes(codeOf(error))) throw error
    await server.listen({ host, port })
    return
  }
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  await Promise.all(
    Array.from({ length: LISTENING_SOCKETS - 1 }, async () => {
      const listener = server.createServer()
      listener.listen({ host, port: bound.port, reusePort: true })
      await events.once(listener, 'listening')
    }),
  )
}

/** The error codes of `listen` on systems without `SO_REUSEPORT`, or where the option has another meaning, such as macOS. */
const UNSUPPORTED_CODES = ['ENOTSUP', 'ENOSYS', 'EINVAL', 'ENOPROTOOPT']

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/**
 * Fails with EADDRINUSE if the port is used. Only a socket without `reusePort` finds that out: a socket with `reusePort`
 * may share the port with the sockets of another process of the same user.
 */
async function refuseUsedPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  probe.listen({ host, port })
  await events.once(probe, 'listening')
  probe.close()
  await events.once(probe, 'close')
}
