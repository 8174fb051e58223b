// The path of a request, and where the service is reached.

import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The path of a request without its query and without a slash at the end. */
export function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? url
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * Scheme and authority of links: as configured, or the address at which the client reached this process.
 * Never the Host header: whoever sends it could lead other people elsewhere (D122).
 */
export function baseUrlOf(configured: string | undefined, { socket }: FastifyRequest): string {
  if (configured !== undefined) return configured
  const { localAddress = '127.0.0.1', localPort = 80 } = socket
  const address = MAPPED_IPV4.exec(localAddress)?.[1] ?? localAddress
  return `http://${isIPv6(address) ? `[${address}]` : address}:${localPort}`
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
