// Decides whether a request comes from the console's own pages (D129): in a browser on this machine or, with
// GODWIT_BASE_URL, in any browser that opens them under that URL (gap 931). The sessions of operators in live mode make
// the same check. Browsers set Host, Origin and Sec-Fetch-Site themselves, so a page of another site cannot forge them.

import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../../kernel/loopback.ts'
import type { ErrorKind } from '../../../kernel/refusal.ts'
import { mappedIpv4 } from '../limits/request-limits.ts'

/** Why a request cannot come from a page of the console, by the names in the security log. */
type ConsoleFault = 'host' | 'address' | 'origin'

export const consoleRefusals: Readonly<Record<ConsoleFault, ErrorKind>> = {
  host: {
    code: 'console.host',
    status: 403,
    message:
      'Open the console at http://127.0.0.1 or http://localhost, or at the URL of GODWIT_BASE_URL.',
  },
  address: {
    code: 'console.address',
    status: 403,
    message:
      'Open the console on the machine that runs Godwit, or set GODWIT_BASE_URL to the URL of this page.',
  },
  origin: {
    code: 'console.origin',
    status: 403,
    message: 'Send this request from a page of the console.',
  },
}

/**
 * The origin at which a browser reaches the console under this Host: the configured one, or one of this machine.
 * Undefined for any other Host: in DNS rebinding, a site points its name at this machine, and its pages would count as
 * pages of the console.
 */
export function consoleOrigin(
  host: string | undefined,
  baseUrl: string | undefined,
): string | undefined {
  if (host === undefined) return undefined
  if (baseUrl !== undefined && new URL(baseUrl).host === host) return baseUrl
  const url = URL.parse(`http://${host}`)
  return url?.host === host && isLoopback(url.hostname) ? url.origin : undefined
}

/** The first reason why the request may not use a session; undefined when it may. */
export function consoleFaultOf(
  request: FastifyRequest,
  baseUrl: string | undefined,
): ConsoleFault | undefined {
  const origin = consoleOrigin(request.headers.host, baseUrl)
  if (origin === undefined) return 'host'
  // Behind the gateway of a container or a proxy, every client has an address that is not loopback, so there the operator
  // sets GODWIT_BASE_URL, and the address is not checked under that URL (gap 931).
  if (origin !== baseUrl && !isLoopbackAddress(request.ip)) return 'address'
  return isSameOrigin(request, origin) ? undefined : 'origin'
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127\./.test(mappedIpv4(address) ?? address)
}

/**
 * Browsers send `Origin` with every writing request, and `Sec-Fetch-Site` with every request to https or loopback. Under a
 * GODWIT_BASE_URL with plain http on another host a GET has neither header, and is therefore refused.
 */
function isSameOrigin({ headers, method }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (headers.origin !== undefined) return headers.origin === origin
  return method === 'GET' && site !== undefined
}
