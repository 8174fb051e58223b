// Starts the program with and without GODWIT_CELL: the first start decides the cell of a database (D128).

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneTemplate } from '../../../test/support/postgres.ts'
import { CELL_MAX, cellOfToken } from '../../kernel/cells.ts'
import { openDatabase } from '../../kernel/database/db.ts'
import { lastIdBefore } from '../../kernel/ids.ts'
import { readConfig } from '../config.ts'
import { SEED } from '../seed.ts'
import { type Running, startApp } from '../start.ts'

const start = (databaseUrl: string, env: Record<string, string> = {}) =>
  startApp(readConfig({ DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent', ...env }))

async function seededProfiles({ url }: Running): Promise<number[]> {
  const headers = { authorization: `Bearer ${SEED.personalToken}`, connection: 'close' }
  const profiles = (await (await fetch(`${url}/v2/profiles`, { headers })).json()) as {
    id: number
  }[]
  return profiles.map(({ id }) => id)
}

/** Starts the service on the database, stops it, and returns the ids of its seeded profiles. */
async function profilesAfterStart(databaseUrl: string, env?: Record<string, string>) {
  const service = await start(databaseUrl, env)
  try {
    return await seededProfiles(service)
  } finally {
    await service.stop()
  }
}

describe('the cell of a database', () => {
  const inLastCell = { GODWIT_CELL: String(CELL_MAX) }
  let clone: Awaited<ReturnType<typeof cloneTemplate>>
  beforeAll(async () => {
    clone = await cloneTemplate(inject('postgresUrl'))
  })
  afterAll(() => clone.drop())

  it('D128: is decided by the first start; a start as another cell fails, and the message states the number to set', async () => {
    const first = lastIdBefore(CELL_MAX) + 1
    expect(await profilesAfterStart(clone.url, inLastCell)).toEqual([first, first + 1])
    for (const env of [{ GODWIT_CELL: '7' }, {}])
      await expect(start(clone.url, env)).rejects.toThrow(
        `This database belongs to cell ${CELL_MAX}; it cannot be used as cell ${Number(env.GODWIT_CELL ?? 0)}. Set GODWIT_CELL to ${CELL_MAX}, or set another DATABASE_URL or GODWIT_DATA_DIR.`,
      )
    expect(await profilesAfterStart(clone.url, inLastCell)).toEqual([first, first + 1])
  })

  it('D128: is in the UUIDs of the pay-in sessions of the example transfers', async () => {
    await profilesAfterStart(clone.url, inLastCell)
    const db = openDatabase(clone.url)
    const { rows } = await db.pool.query<{ uuid: string }>(
      'select payin_session_id as uuid from transfers',
    )
    await db.close()
    expect(rows.map(({ uuid }) => cellOfToken(uuid))).toEqual([CELL_MAX, CELL_MAX])
  })
})

it('D128: without GODWIT_CELL ids begin at 1, and the database cannot become another cell', async () => {
  const clone = await cloneTemplate(inject('postgresUrl'))
  try {
    expect(await profilesAfterStart(clone.url)).toEqual([1, 2])
    await expect(start(clone.url, { GODWIT_CELL: '7' })).rejects.toThrow(
      'This database belongs to cell 0; it cannot be used as cell 7.',
    )
  } finally {
    await clone.drop()
  }
})
