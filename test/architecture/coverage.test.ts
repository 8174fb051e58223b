// docs/coverage.tsv lists every required operation and must equal the declared endpoints. This file also tests the
// rules that `npm run check` applies to tests.

import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { everyEndpoint } from '../../src/app/http/open-operations.ts'
import { type Endpoint, reads, writes } from '../../src/kernel/endpoint.ts'
import type { ErrorKind } from '../../src/kernel/refusal.ts'
import {
  difference,
  testPath,
  unprovokedRefusals,
  untestedOperations,
} from '../../tools/coverage.ts'
import { root } from './source.ts'

const COLUMNS = ['operation', 'kind', 'source', 'stage', 'state', 'id']
/**
 * `named`: part A, B or C of the specification names the operation. `added`: the facts of the specification, or a
 * decision, add the operation. `spelling`: the row is another path of an operation.
 */
const kinds = ['named', 'added', 'spelling']
const stages = ['first', 'second', 'third']

type Row = {
  operation: string
  kind: string
  source: string
  stage: string
  state: string
  id: string
}

function parse(text: string): Row[] {
  const [head, ...lines] = text.trimEnd().split('\n')
  expect(head?.split('\t')).toEqual(COLUMNS)
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i] ?? ''])) as Row
  })
}

/** Messages about rows that differ from the declared endpoints. */
function faultsOf(rows: readonly Row[], endpoints: readonly Endpoint[]): string[] {
  const declared = new Map(
    endpoints.flatMap(({ id, route, aliases = [] }) =>
      [route, ...aliases].map((each) => [each as string, id] as const),
    ),
  )
  const listed = new Set(rows.map(({ operation }) => operation))
  return [
    ...rows.flatMap((row) => {
      const id = declared.get(row.operation)
      if (id === undefined) return row.state === 'open' ? [] : [`${row.operation} is not declared`]
      return row.state === 'done' && row.id === id
        ? []
        : [`${row.operation} must be done, as ${id}`]
    }),
    ...[...declared.keys()]
      .filter((route) => !listed.has(route))
      .map((route) => `${route} is not listed`),
  ]
}

/**
 * The number of required operations of each kind. Without the numbers, no test would fail when an operation is removed from
 * both the list and the code. The numbers only grow, together with the specification.
 */
const REQUIRED = { named: 113, added: 117, spelling: 16 }

function countByKind(rows: readonly Row[]): Record<string, number> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, rows.filter((each) => each.kind === kind).length]),
  )
}

describe('docs/coverage.tsv', () => {
  const rows = parse(readFileSync(`${root}/docs/coverage.tsv`, 'utf8'))

  it('equals the declared endpoints, except for open rows', () => {
    expect(faultsOf(rows, everyEndpoint)).toEqual([])
  })

  it('has a known kind, stage and source in each row, and an id unless the row is open', () => {
    for (const row of rows) {
      expect(kinds).toContain(row.kind)
      expect(stages).toContain(row.stage)
      expect(row.source).toMatch(/^(?:[ABC] \d|D\d|Facts )/)
      expect(row.id === '-', row.operation).toBe(row.state === 'open')
    }
  })

  it('lists as many operations of each kind as are required', () => {
    expect(countByKind(rows)).toEqual(REQUIRED)
  })

  it('lists each operation once', () => {
    const operations = rows.map(({ operation }) => operation)
    expect(operations).toEqual([...new Set(operations)])
  })
})

const AlreadyUsed: ErrorKind = { code: 'thing.used', status: 409, message: 'Use another thing.' }
const Missing: ErrorKind = { code: 'not.found', status: 404, message: 'Send the id of a thing.' }

const declaration = {
  summary: 'A thing',
  spec: 'A 1',
  access: { token: 'none' },
  reply: Type.Null(),
} as const

const getThing = reads(
  {
    ...declaration,
    id: 'things.get',
    operationId: 'getThing',
    route: 'GET /v1/things/{thingId}',
    errors: [Missing],
  },
  async () => null,
)
const useThing = writes(
  {
    ...declaration,
    id: 'things.use',
    operationId: 'useThing',
    route: 'POST /v1/things/used',
    aliases: ['POST /v1/thing/{thingId}/use'],
    onRepeat: AlreadyUsed,
    errors: [Missing, AlreadyUsed],
  },
  async () => null,
)
const doneRow: Row = {
  operation: 'GET /v1/things/{thingId}',
  kind: 'named',
  source: 'A 1',
  stage: 'first',
  state: 'done',
  id: 'things.get',
}

describe('the check of the list', () => {
  it.each([
    ['nothing for a row that equals its endpoint', [doneRow], [getThing], []],
    ['an endpoint without a row', [], [getThing], ['GET /v1/things/{thingId} is not listed']],
    ['a row without an endpoint', [doneRow], [], ['GET /v1/things/{thingId} is not declared']],
    ['nothing for an open row', [{ ...doneRow, state: 'open', id: '-' }], [], []],
    [
      'an open row whose operation is declared',
      [{ ...doneRow, state: 'open', id: '-' }],
      [getThing],
      ['GET /v1/things/{thingId} must be done, as things.get'],
    ],
    [
      'a row with the id of another endpoint',
      [{ ...doneRow, id: 'things.put' }],
      [getThing],
      ['GET /v1/things/{thingId} must be done, as things.get'],
    ],
  ])('reports %s', (_: string, rows: Row[], endpoints: Endpoint[], messages: string[]) => {
    expect(faultsOf(rows, endpoints)).toEqual(messages)
  })

  it('counts one row fewer when a row without an endpoint is removed', () => {
    const rows = [doneRow, { ...doneRow, operation: 'POST /v1/things', kind: 'added' }]
    expect(countByKind(rows)).toEqual({ named: 1, added: 1, spelling: 0 })
    const shortened = rows.slice(0, 1)
    expect(faultsOf(shortened, [getThing])).toEqual([])
    expect(countByKind(shortened)).toEqual({ named: 1, added: 0, spelling: 0 })
  })
})

describe('the check of tests', () => {
  it('reports an operation without a test file named after it', () => {
    expect(testPath('things.get')).toBe('src/things/test/things.get.test.ts')
    const exists = (path: string) => path === testPath('things.get')
    expect(untestedOperations([getThing, useThing], exists)).toEqual(['things.use'])
  })

  it.each([
    [[], ['things.get 404 not.found', 'things.use 404 not.found', 'things.use 409 thing.used']],
    [['GET /v1/things/7 404 not.found'], ['things.use 404 not.found', 'things.use 409 thing.used']],
    [
      ['GET /v1/things/7/ 404 not.found', 'POST /v1/thing/7/use 409 thing.used'],
      ['things.use 404 not.found'],
    ],
    [
      [
        'GET /v1/things/7 409 not.found',
        'PUT /v1/things/7 404 not.found',
        'GET /v2/things/7 404 not.found',
      ],
      ['things.get 404 not.found', 'things.use 404 not.found', 'things.use 409 thing.used'],
    ],
    [
      [
        'GET /v1/things/7 404 not.found',
        'POST /v1/things/used 404 not.found',
        'POST /v1/things/used 409 thing.used',
      ],
      [],
    ],
  ])('the refusals %j leave unprovoked: %j', (lines: string[], messages: string[]) => {
    expect(unprovokedRefusals([getThing, useThing], lines)).toEqual(messages)
  })

  it('difference names findings that the list of exceptions lacks, and exceptions that are no longer needed', () => {
    expect(difference(['b', 'a'], [])).toEqual({ missing: ['a', 'b'], stale: [] })
    expect(difference([], ['a'])).toEqual({ missing: [], stale: ['a'] })
    expect(difference(['a'], ['a'])).toEqual({ missing: [], stale: [] })
  })
})
