// Opens connections to the host of `DATABASE_URL`, for the pool, the pipelines and migrations.

import { clientsOf } from './clients.ts'
import type { NewClient } from './driver.ts'
import { type Host, type HostSearch, hostSearch, parseDatabaseUrl } from './hosts.ts'
import type { SilenceWatch } from './silence.ts'

/** A connection opens within a few milliseconds; a lost host never answers (gap 400). */
export const CONNECT_MS_MAX = 3_000

/** Clients that connect to a host of `url`, with the settings of `url`. Without `silence` they wait for answers for ever. */
export function clientsTo(
  url: string,
  silence?: SilenceWatch,
): { readonly newClient: NewClient; readonly config: object } {
  const { config: fromUrl, hosts, mustBeWritable } = parseDatabaseUrl(url)
  const config = { ...fromUrl, keepAlive: true, connectionTimeoutMillis: CONNECT_MS_MAX }
  const probe = async (host: Host) => {
    const onlyThis: HostSearch = { find: async () => host, forget: () => undefined }
    const client = new (clientsOf({ hosts: onlyThis, mustBeWritable }))(config as object)
    await client.connect()
    // Not awaited, because a server that falls silent now would never answer.
    client.end().catch(() => undefined)
  }
  const options = { hosts: hostSearch(hosts, probe), mustBeWritable, ...(silence && { silence }) }
  return { newClient: clientsOf(options), config }
}

/** One connection whose statements have no time limit, for migrations and similar work. */
export async function openClient(url: string): Promise<InstanceType<NewClient>> {
  const { newClient, config } = clientsTo(url)
  const client = new newClient(config as object)
  await client.connect()
  return client
}
