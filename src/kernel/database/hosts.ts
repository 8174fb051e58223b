// Which host of `DATABASE_URL` the connections go to (D126). With several hosts it is the one that accepts writes; it
// is looked for when the first connection is opened, and again after a connection to it was lost.

import { parseIntoClientConfig } from 'pg-connection-string'
import { ConnectionFailure } from './errors.ts'

type ClientConfig = ReturnType<typeof parseIntoClientConfig>
export type Host = { readonly host: string; readonly port: number }

export type DatabaseUrl = {
  readonly config: ClientConfig
  /** Undefined: the one host of `config`, as the driver reads it. */
  readonly hosts: readonly Host[] | undefined
  /** A connection to a server that refuses writes is not used. */
  readonly mustBeWritable: boolean
}

const AUTHORITY = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s
const DEFAULT_PORT = 5432

/** Throws where `url` does not name a PostgreSQL server. The message does not show it: it may hold a password. */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(url)) throw new Error('not a PostgreSQL URL')
  const [, before = '', authority = '', after = ''] = AUTHORITY.exec(url) ?? []
  const names = authority.split(',')
  const config = parseIntoClientConfig(
    names.length > 1 ? `${before}${names[0]}${after}` : url,
  ) as ClientConfig & { target_session_attrs?: string }
  const { target_session_attrs: wanted, ...rest } = config
  if (rest.host?.includes(',')) throw new Error('several hosts stand before the path')
  if (wanted !== undefined && !ATTRIBUTES.includes(wanted))
    throw new Error(`target_session_attrs may be ${ATTRIBUTES.join(' or ')}`)
  const hosts = names.length > 1 ? names.map(hostOf) : undefined
  return {
    config: rest,
    hosts,
    // Every process writes, so of several hosts only the primary is of use.
    mustBeWritable: hosts !== undefined || (wanted ?? 'any') !== 'any',
  }
}

const ATTRIBUTES = ['any', 'read-write', 'primary']

function hostOf(name: string): Host {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(name) ?? []
  const host = decodeURIComponent(bracketed ?? plain ?? '')
  if (host === '') throw new Error('a host has no name')
  return { host, port: Number(port ?? DEFAULT_PORT) }
}

export type Hosts = {
  /** Returns the host for a new connection; undefined when only one is configured. Throws when no host accepts writes. */
  find(): Promise<Host | undefined>
  /** Call this when a connection to the host broke or the host refused a write, so that `find` searches again. */
  forget(host: Host | undefined): void
}

/** `probe` opens a connection to a host and closes it; it throws where the host does not accept writes. */
export function chooseHost(
  hosts: readonly Host[] | undefined,
  probe: (host: Host) => Promise<void>,
): Hosts {
  let chosen: Host | undefined
  let search: Promise<Host> | undefined
  const searchAll = async (all: readonly Host[]): Promise<Host> => {
    try {
      chosen = await Promise.any(all.map((host) => probe(host).then(() => host)))
      return chosen
    } catch (error) {
      const why = (error as AggregateError).errors.map(({ message }: Error) => message).join('; ')
      throw new ConnectionFailure(`No host of DATABASE_URL accepts writes: ${why}`)
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
