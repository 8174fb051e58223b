// Except for `ALLOWED`, no statement joins rows of two profiles, or changes rows of a profile that it does not name: each `join`
// to a table with a tenant, and each `update` of and `delete` from such a table, mentions profile_id. The test reads the declared
// SQL as text: it misses tables that a comma joins, and reports a clause whose condition is in a constant.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { file, root, type SourceFile, sourceFiles } from './source.ts'

const TABLE = /create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/g

const tenantTables = [...readFileSync(`${root}/schema.sql`, 'utf8').matchAll(TABLE)]
  .filter(([, , columns = '']) => /^ {2}profile_id /m.test(columns))
  .map(([, name = '']) => name)

/** A join ends where the next clause begins. */
const JOIN =
  /\bjoin (?:lateral )?(\w+)\b((?:(?!\b(?:join|where|group by|order by|union|limit|returning|left|inner|cross)\b)[\s\S])*)/g
const CHANGE =
  /\b(update|delete from) (\w+)\b[\s\S]*?(?=\breturning\b|\)\s*,\s*\w+ as\b|\)\s*select\b|`|$)/g

function tenantCrossings({ path, text }: SourceFile): string[] {
  const statements = text.match(/`(?:[^`\\]|\\.)*`/g) ?? []
  return statements.flatMap((sql) => [
    ...[...sql.matchAll(JOIN)]
      .filter(([all, table = '']) => tenantTables.includes(table) && !all.includes('profile_id'))
      .map(([, table]) => `${path}: join ${table}`),
    ...[...sql.matchAll(CHANGE)]
      .filter(([all, , table = '']) => tenantTables.includes(table) && !all.includes('profile_id'))
      .map(([, change, table]) => `${path}: ${change} ${table}`),
  ])
}

const SHARED = 'a subscription belongs to one profile, or to all users of an application'
const ALLOWED: Readonly<Record<string, string>> = {
  'feed/store.ts: delete from feed_entries': 'deletes old entries of all profiles',
  'users/store.ts: join profile_owners': 'finds the other profiles of one user',
  'webhooks/deliveries/attempt-store.ts: join subscriptions': SHARED,
  'webhooks/deliveries/log-store.ts: update deliveries': SHARED,
  'webhooks/deliveries/queue-store.ts: update deliveries': SHARED,
  'webhooks/store.ts: update subscriptions': SHARED,
  'webhooks/store.ts: join subscriptions': SHARED,
}

describe('statements', () => {
  it('join and change rows of one profile only, except for those in ALLOWED', () => {
    expect(sourceFiles.flatMap(tenantCrossings).filter((each) => !(each in ALLOWED))).toEqual([])
  })

  it('every entry of ALLOWED is still needed', () => {
    const found = sourceFiles.flatMap(tenantCrossings)
    expect(Object.keys(ALLOWED).filter((each) => !found.includes(each))).toEqual([])
  })

  it.each([
    ['join transfers', '`select t.id from quotes q join transfers t on t.quote_id = q.id`'],
    ['update transfers', "`update transfers set status = 'cancelled' where id = $1`"],
    ['delete from transfers', '`delete from transfers where id = $1`'],
  ])('are caught when they %s without the tenant', (found, text) => {
    expect(tenantCrossings(file('transfers/store.ts', text))).toEqual([
      `transfers/store.ts: ${found}`,
    ])
  })
})
