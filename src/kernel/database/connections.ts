// How a `DATABASE_URL` becomes connections, in one place for the pool, the pipelines and what works alone.

import { clientsOf, type NewClient } from './driver.ts'
import { chooseHost, type Host, type Hosts, parseDatabaseUrl } from './hosts.ts'
import type { Silence } from './silence.ts'

/** To open a connection takes a few milliseconds; a host that is gone does not answer at all. */
export const CONNECT_MS_MAX = 3_000

/** Clients that connect to where `url` leads, with its settings. Without `silence` they wait for ever. */
export function clientsTo(
  url: string,
  silence?: Silence,
): { readonly newClient: NewClient; readonly config: object } {
  const { config: given, hosts, mustBeWritable } = parseDatabaseUrl(url)
  const config = { ...given, keepAlive: true, connectionTimeoutMillis: CONNECT_MS_MAX }
  const probe = async (host: Host) => {
    const here: Hosts = { find: async () => host, forget: () => undefined }
    const client = new (clientsOf({ hosts: here, mustBeWritable }))(config as object)
    await client.connect()
    // Not waited for: a server that falls silent now would not answer it.
    client.end().catch(() => undefined)
  }
  const opening = { hosts: chooseHost(hosts, probe), mustBeWritable }
  return { newClient: clientsOf({ ...opening, ...(silence && { silence }) }), config }
}

/** One connection for migrations and the like, whose statements may take as long as they need. */
export async function openClient(url: string): Promise<InstanceType<NewClient>> {
  const { newClient, config } = clientsTo(url)
  const client = new newClient(config as object)
  await client.connect()
  return client
}
