import { expect, it } from 'vitest'
import { namedSql } from '../database/named-sql.ts'

it('namedSql numbers each parameter by its first use, and leaves casts as they are', () => {
  const { statement, parameters } = namedSql<never, { id: number; names: readonly string[] }>(
    'select from t where name = any(:names::text[]) and id > :id and (:id, :names) is not null',
  )
  expect(parameters).toEqual(['names', 'id'])
  expect(statement.text).toBe(
    'select from t where name = any($1::text[]) and id > $2 and ($2, $1) is not null',
  )
})
