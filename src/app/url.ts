// What the line of a request and its host say.

import type { FastifyRequest } from 'fastify'

/** The path of a request without its query and without a slash at the end. */
export function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? url
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Scheme and authority of links: as configured, or as the client asked. */
export function baseUrlOf(configured: string | undefined, request: FastifyRequest): string {
  return configured ?? `${request.protocol}://${request.host}`
}
