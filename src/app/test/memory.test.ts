// The resident memory of the service after its start, before any request other than those to /ready.

import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { openService } from '../../../tools/kill/processes/victims.ts'

/** Enough to clone the database and to start the service in a separate process; a choice of this project. */
const TIMEOUT_MS = 60_000

/** A choice of this project. */
const RSS_MIB_MAX = 250

function residentMib(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

it.runIf(process.platform === 'linux')(
  `the service has less than ${RSS_MIB_MAX} MiB of resident memory after its start`,
  async () => {
    const clone = await cloneTemplate(inject('postgresUrl'))
    const service = await openService(clone.url)
    try {
      await service.start()
      await service.ready()
      expect(residentMib(service.pid() ?? expect.unreachable())).toBeLessThan(RSS_MIB_MAX)
    } finally {
      await service.stop()
      await clone.drop()
    }
  },
  TIMEOUT_MS,
)
