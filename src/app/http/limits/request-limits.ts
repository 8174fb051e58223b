// Limits of the time and the resources that a client may use before it is authenticated (D115). Without these
// limits a client that sends its body a byte at a time would keep a connection and memory for ever.

import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { MIB } from '../../../kernel/uploads.ts'

export type RequestLimits = {
  /** From the first byte, or from the opening of a new connection, to the end of the headers. */
  readonly headersMs: number
  /** From the end of the headers to the end of the body. */
  readonly bodyMs: number
  /** Replaces `bodyMs` where an endpoint accepts larger bodies. It also limits any request as a whole. */
  readonly uploadMs: number
  /** How long a connection may have no request in progress, or a reply that its client does not read. */
  readonly idleMs: number
  /** The time between two heartbeats of a stream. With each, the token of the stream is checked again. */
  readonly heartbeatMs: number
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
  /** Unauthenticated requests of one address whose body has not arrived completely. */
  readonly unfinishedBodiesPerAddressMax: number
  /** Bytes of all bodies without files that have not arrived completely. Only small bodies are accepted beyond this limit. */
  readonly unfinishedBodyBytesMax: number
  /** Forms with files that are in memory at the same time, of all users. */
  readonly uploadsMax: number
  /** Forms with files that are in memory at the same time, of one user or application. */
  readonly uploadsPerUserMax: number
  /** Requests to inboxes whose reply is delayed (gap 1066). Each of them holds a connection. */
  readonly delayedRepliesMax: number
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList
}

/**
 * The times, the connections and the unfinished bodies without a token are those of D115. The bytes of unfinished bodies are
 * those of gap 381, the forms with files those of gap 561, the heartbeats those of gap 943.
 */
export const defaultRequestLimits: RequestLimits = {
  headersMs: 20_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  idleMs: 75_000,
  heartbeatMs: 15_000,
  connectionsMax: 1024,
  connectionsPerAddressMax: 256,
  unfinishedBodiesPerAddressMax: 100,
  // More than all bodies that one address may leave unfinished, each of at most 1 MiB (D4).
  unfinishedBodyBytesMax: 128 * MIB,
  uploadsMax: 8,
  uploadsPerUserMax: 4,
  delayedRepliesMax: 256,
  trustedProxies: new BlockList(),
}

/**
 * The interval at which a time limit is checked: at least once a second, and so often that the limit is exceeded by an eighth at
 * most, or by 10 ms if that is more.
 */
export function checkIntervalMs(limitMs: number): number {
  return Math.min(1000, Math.max(10, Math.floor(limitMs / 8)))
}

const PREFIX_BITS_MAX = { ipv4: 32, ipv6: 128 } as const

/** Addresses and networks such as `10.0.0.0/8, ::1`; undefined when one of them cannot be read. */
export function parseProxies(text: string): BlockList | undefined {
  const list = new BlockList()
  for (const entry of text.split(',')) {
    const [address = '', prefix, excess] = entry.trim().split('/')
    const family = familyOf(address)
    const bits = prefix === undefined ? undefined : Number(prefix)
    const isPrefix = prefix === undefined || /^\d{1,3}$/.test(prefix)
    if (family === undefined || !isPrefix || excess !== undefined) return undefined
    if (bits === undefined) list.addAddress(address, family)
    else if (bits > PREFIX_BITS_MAX[family]) return undefined
    else list.addSubnet(address, bits, family)
  }
  return list
}

export function isTrusted(proxies: BlockList, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && proxies.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIPv4(address)) return 'ipv4'
  return isIPv6(address) ? 'ipv6' : undefined
}

/** The key of the client in limits per address (`addressKey`). */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return addressKey(ip)
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The IPv4 address in an IPv6 address, as sockets that listen on both families report it; undefined for any other address. */
export function mappedIpv4(address: string): string | undefined {
  return MAPPED_IPV4.exec(address)?.[1]
}

/** An IPv6 address has eight groups of 16 bits. */
const IPV6_GROUPS = 8
/** One customer of an IPv6 provider has a whole /64, so the first 64 bits stand for the client. */
const IPV6_CLIENT_GROUPS = 4

/** The key of the limits per client address: an IPv4 address or an IPv6 network. */
export function addressKey(address: string): string {
  const mapped = mappedIpv4(address)
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [text = ''] = address.split('%')
  const [head = '', tail] = text.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  return `${groups
    .slice(0, IPV6_CLIENT_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
