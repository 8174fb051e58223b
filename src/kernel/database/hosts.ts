// Which host of `DATABASE_URL` the connections go to (D126). With several hosts they go to the one that accepts
// writes. The search runs when the first connection is opened, and again after a connection to the found host broke or was closed.

import { parseIntoClientConfig } from 'pg-connection-string'
import { ConnectionFailure } from './errors.ts'

type ClientConfig = ReturnType<typeof parseIntoClientConfig>
export type Host = { readonly host: string; readonly port: number }

type DatabaseUrl = {
  readonly config: ClientConfig
  /** Undefined when the URL has one host: the driver then takes it from `config`. */
  readonly hosts: readonly Host[] | undefined
  /** A connection to a server that refuses writes is not used. */
  readonly mustBeWritable: boolean
}

/** The schemes and paths that name a PostgreSQL server. */
const POSTGRESQL = /^(?:postgres(?:ql)?:\/\/|socket:|\/)/
/** Matches a URL in three groups: the text before the hosts, the hosts, and the text after them. */
const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s
/** An IPv6 address in brackets or another host, with or without a port. */
const HOST_AND_PORT = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/
const DEFAULT_PORT = 5432
const SESSION_ATTRIBUTES = ['any', 'read-write', 'primary']

/**
 * Throws when `url` does not name a PostgreSQL server, or names its hosts or `target_session_attrs` in a form that is not
 * supported. The message contains neither the URL nor the password in the URL.
 */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  if (!POSTGRESQL.test(url)) throw new Error('Begin the URL with postgres:// or postgresql://.')
  const [, before = '', authority = '', after = ''] = AUTHORITY.exec(url) ?? []
  const names = authority.split(',')
  const { target_session_attrs: sessionAttribute, ...config } = parseIntoClientConfig(
    names.length > 1 ? `${before}${names[0]}${after}` : url,
  ) as ClientConfig & { target_session_attrs?: string }
  if (config.host?.includes(',')) throw new Error('Write several hosts before the path of the URL.')
  if (sessionAttribute !== undefined && !SESSION_ATTRIBUTES.includes(sessionAttribute))
    throw new Error(`target_session_attrs must be ${SESSION_ATTRIBUTES.join(' or ')}.`)
  const hosts = names.length > 1 ? names.map(hostOf) : undefined
  return {
    config,
    hosts,
    // Every process writes, so of several hosts only the primary is of use.
    mustBeWritable: hosts !== undefined || (sessionAttribute ?? 'any') !== 'any',
  }
}

function hostOf(name: string): Host {
  const [, bracketed, plain, port] = HOST_AND_PORT.exec(name) ?? []
  const host = decodeURIComponent(bracketed ?? plain ?? '')
  if (host === '') throw new Error('Write each host as host or host:port.')
  return { host, port: Number(port ?? DEFAULT_PORT) }
}

export type HostSearch = {
  /** The host for a new connection; undefined when only one is configured. Throws when no host accepts writes. */
  find(): Promise<Host | undefined>
  /** Call this when a connection to the host was not opened, broke or was closed, so that `find` searches again. */
  forget(host: Host | undefined): void
}

/** Concurrent calls of `find` share one search. `probe` connects to a host; it throws where the host does not accept writes. */
export function hostSearch(
  hosts: readonly Host[] | undefined,
  probe: (host: Host) => Promise<void>,
): HostSearch {
  let chosen: Host | undefined
  let search: Promise<Host> | undefined
  const searchAll = async (all: readonly Host[]): Promise<Host> => {
    try {
      chosen = await Promise.any(all.map((host) => probe(host).then(() => host)))
      return chosen
    } catch (error) {
      const reasons = (error as AggregateError).errors.map(({ message }: Error) => message)
      throw new ConnectionFailure(`No host of DATABASE_URL accepts writes: ${reasons.join('; ')}`)
    } finally {
      search = undefined
    }
  }
  return {
    find: async () => {
      if (hosts === undefined || chosen !== undefined) return chosen
      search ??= searchAll(hosts)
      return search
    },
    forget: (host) => {
      if (chosen === host) chosen = undefined
    },
  }
}
