import type { FastifyRequest } from 'fastify'

/** The path of a request without its query and without a slash at the end. */
export function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? url
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
