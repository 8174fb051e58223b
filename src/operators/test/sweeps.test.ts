// The deletion of old entries of the security log.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { securityEvent } from '../../kernel/security-event.ts'
import { logEntryOf } from '../log/log-entry.ts'
import { insertEntries } from '../log/store.ts'
import { loggedIn, logInRefused } from '../security-events.ts'

const service = testService()

it('gap 1045: the sweep deletes failures of the security log after 30 days, and changes after 400', async () => {
  const entries = [securityEvent(logInRefused, {}), securityEvent(loggedIn, {})].map((event) =>
    logEntryOf(event, undefined, service.now()),
  )
  await service.db.transact((tx) => insertEntries(tx, entries))
  const events = async () => {
    const { rows } = await service.db.pool.query('select event from security_log order by id')
    return rows.map(({ event }) => event)
  }
  await service.advance({ hours: 29 * 24 })
  expect(await events()).toEqual(['operators.log-in-refused', 'operators.logged-in'])
  await service.advance({ hours: 24 })
  expect(await events()).toEqual(['operators.logged-in'])
  await service.advance({ hours: 369 * 24 })
  expect(await events()).toEqual(['operators.logged-in'])
  await service.advance({ hours: 24 })
  expect(await events()).toEqual([])
})
