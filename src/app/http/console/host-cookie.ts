// A cookie that only this host reads. Browsers send cookies to every port of a host, so the name contains the port:
// otherwise two services on one machine would replace each other's cookies.

import type { FastifyRequest } from 'fastify'

type HostCookie = {
  /** The value in the request; undefined when the request has no such cookie, or a value that `write` would not write. */
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined
  /** The header Set-Cookie. The value is base64url. Without a maximum age the cookie lasts until the browser is closed. */
  write(host: string | undefined, value: string, maxAgeSeconds?: number): string
}

const BASE64_URL = /^[\w-]+$/

export function hostCookie(name: string): HostCookie {
  const nameAt = (host = '') => {
    const port = /:(\d+)$/.exec(host)?.[1]
    return port === undefined ? `__Host-${name}` : `__Host-${name}-${port}`
  }
  return {
    read: ({ headers }) => {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
      const value = pairs.find(([key]) => key === nameAt(headers.host))?.[1] ?? ''
      return BASE64_URL.test(value) ? value : undefined
    },
    write: (host, value, maxAgeSeconds) => {
      const maxAge = maxAgeSeconds === undefined ? '' : `Max-Age=${maxAgeSeconds}; `
      return `${nameAt(host)}=${value}; Path=/; ${maxAge}HttpOnly; Secure; SameSite=Strict`
    },
  }
}
