// Two servers of the embedded PostgreSQL, a primary and a synchronous standby, managed as by Patroni: when the primary
// is lost, the standby is promoted, and the old primary is stopped and becomes the next standby with a new copy of the
// data.

import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { takeBaseBackup } from '../../../src/app/operator/backup/base-backup.ts'
import { readTar, tarEnd } from '../../../src/app/operator/backup/tar.ts'
import { writeCluster } from '../../../src/app/operator/backup/write-cluster.ts'
import { connectAsSuperuser, requireCluster } from '../../../src/app/postgres/owner.ts'
import { type RunningPostgres, startPostgres } from '../../../src/app/postgres/server.ts'
import { chownToServer, prepareServerLocation } from '../../../src/app/postgres/server-location.ts'
import { freePort } from '../../../test/support/free-port.ts'
import type { Random } from '../random.ts'
import { freezeTree, signalAll, type Victim } from './victims.ts'

type Cluster = Victim & {
  readonly url: string
  /** Sets the function that waits until the service is ready. A frozen primary is not killed before that. */
  setWaitForService(wait: () => Promise<void>): void
}

type Node = { readonly name: string; readonly dataDir: string; readonly port: number }
type Server = RunningPostgres & { readonly node: Node }

/** Each server keeps little of its write-ahead log, but enough for a standby that has just been copied. */
const SETTINGS = ['min_wal_size=80MB', 'max_wal_size=512MB', 'wal_keep_size=256MB']
/** The probability that the primary is frozen instead of killed. */
const FREEZE_PROBABILITY = 0.4
/** The manager notices the loss of the primary within this time. */
const NOTICED_WITHIN_MS = 2_000
const STREAMING_WITHIN_MS = 60_000
const PROMOTION_SECONDS_MAX = 60
const POLL_MS = 50

/** Resolves when every commit waits for the standby. `kill` kills or freezes the primary, and `start` promotes the standby. */
export async function openCluster(directory: string, random: Random): Promise<Cluster> {
  const nodes = await Promise.all(
    ['a', 'b'].map(async (name) => ({
      name,
      dataDir: join(directory, name),
      port: await freePort(),
    })),
  )
  const [first, second] = nodes as [Node, Node]
  let primary = await startNode(first)
  let standby = await joinAsStandby(primary, second)
  let waitForService: () => Promise<void> = async () => undefined
  let frozen: readonly number[] | undefined
  const url = new URL(primary.url)
  const { password } = await requireCluster(first.dataDir)
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    url: `postgresql://${url.username}:${password}@${hosts}${url.pathname}?target_session_attrs=read-write`,
    setWaitForService: (wait) => {
      waitForService = wait
    },
    kill: async () => {
      const processes = await freezeTree(primary.pid)
      if (random.chance(FREEZE_PROBABILITY)) {
        frozen = processes
        return
      }
      signalAll(processes, 'SIGKILL')
      await primary.ended
    },
    start: async () => {
      const old = primary
      await sleep(random.whole(NOTICED_WITHIN_MS))
      primary = await promote(standby)
      await waitForService()
      if (frozen !== undefined) {
        signalAll(frozen, 'SIGKILL')
        frozen = undefined
        await old.ended
      }
      standby = await joinAsStandby(primary, old.node)
    },
    ready: async () => undefined,
    stop: async () => {
      await Promise.all([standby.stop(), primary.stop()])
    },
  }
}

async function startNode(node: Node): Promise<Server> {
  const { dataDir, port } = node
  const server = await startPostgres({ dataDir, port, settings: SETTINGS, log: () => undefined })
  return { ...server, node }
}

/** Makes the standby the primary. Returns it. */
async function promote(standby: Server): Promise<Server> {
  await asSuperuser(standby.node, async (client) => {
    // Without this reset every commit would wait until the next standby has caught up.
    await client.query('alter system reset synchronous_standby_names')
    await client.query('select pg_promote(true, $1)', [PROMOTION_SECONDS_MAX])
  })
  return standby
}

/** Copies the primary to `node`. Returns the new standby when every commit waits for it. */
async function joinAsStandby(primary: Server, node: Node): Promise<Server> {
  await copyData(primary.node, node)
  const standby = await startNode(node)
  await asSuperuser(primary.node, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    const until = performance.now() + STREAMING_WITHIN_MS
    for (;;) {
      const { rowCount } = await client.query(
        `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`,
      )
      if (rowCount === 1) return
      if (performance.now() > until) throw new Error(`${node.name} did not become the standby`)
      await sleep(POLL_MS)
    }
  })
  return standby
}

async function copyData(from: Node, to: Node): Promise<void> {
  await fs.rm(to.dataDir, { recursive: true, force: true })
  const location = await prepareServerLocation(to.dataDir)
  const source = await requireCluster(from.dataDir)
  const cluster = join(location.directory, 'cluster')
  await asSuperuser(
    from,
    async (client) => {
      const { archive } = takeBaseBackup(client)
      const whole = async function* () {
        yield* archive
        yield tarEnd
      }
      await writeCluster(readTar(whole()), cluster, location)
    },
    { replication: 'true' },
  )
  const settings = `primary_conninfo = 'host=127.0.0.1 port=${from.port} user=postgres password=${source.password}'\n`
  await fs.appendFile(join(cluster, 'postgresql.auto.conf'), settings)
  await fs.writeFile(join(cluster, 'standby.signal'), '')
  await chownToServer(location, join(cluster, 'standby.signal'))
  await fs.writeFile(join(to.dataDir, 'postgres.password'), source.password, { mode: 0o600 })
}

async function asSuperuser(
  node: Node,
  work: (client: pg.Client) => Promise<void>,
  connectionOptions: object = {},
): Promise<void> {
  const client = await connectAsSuperuser(
    await requireCluster(node.dataDir),
    'manager',
    connectionOptions,
  )
  if (client === undefined) throw new Error(`the server ${node.name} does not run`)
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
