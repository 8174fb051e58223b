// Statements are declared (`sql`, `namedSql`, `lookup`, `writeStep`) only in store files, in the kernel and in the files of
// `ALLOWED`, and their templates contain no computed expressions. A name in a template may stand for any value: the test does
// not check where the value comes from. SQL that is not in such a call, as in `app/postgres`, is not checked.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { file, root, type SourceFile, sourceFiles } from './source.ts'

/** Other files with SQL, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'app/worker/clock.ts': 'keeps the offset of the sandbox clock',
  'app/worker/workers.ts': 'takes the lock that allows one advance of the clock at a time',
  'app/seed.ts': 'fills a new sandbox',
  'app/http/open-operations.ts': 'checks whether the schema exists',
}

const STATEMENT =
  /\b(?:(?:sql|namedSql)(?:<[^`]*?>)?\(\s*[`']|(?:writeStep|lookup)(?:<[^`]*?>)?\(\s*[{[])/

function misplacedStatements({ path, module, text }: SourceFile): string[] {
  const isStore = /(?:^|[/-])store\.ts$/.test(path) || module === 'kernel'
  return isStore || path in ALLOWED || !STATEMENT.test(text) ? [] : [path]
}

const CONSTANT_OF_STATEMENT = /^const (\w+) = (?:sql|lookup|writeStep)\b/gm

/** Names of statements and write steps without the ending Sql or Step. Exported constants are not checked. */
function misnamedStatements({ path, text }: SourceFile): string[] {
  return [...text.matchAll(CONSTANT_OF_STATEMENT)]
    .filter(([, name = '']) => !/(?:Sql|Step)$/.test(name))
    .map(([, name]) => `${path}: ${name}`)
}

const SQL = /\b(?:select|insert into|update|delete from|returning|from|where)\b/
const CREATED = /create table (\w+)/g

/** A name, a member, or a call whose arguments are names or literals. */
const WORD = String.raw`(?:'[\w.*-]*'|[\w.]+)`
const CONSTANT = new RegExp(String.raw`^[\w.]+(?:\(${WORD}(?:, ${WORD})*\))?$`)

/** Expressions in SQL templates that do not match CONSTANT, such as calculations and templates. */
function interpolatedExpressions({ path, module, text }: SourceFile): string[] {
  const texts = text.match(/`(?:[^`\\]|\\.)*`/g) ?? []
  const expressions = texts
    .filter((each) => SQL.test(each) && /\n|\bselect\b|\bupdate\b/.test(each))
    .flatMap((each) =>
      [...each.matchAll(/\$\{([^}]*)\}/g)].map(([, expression = '']) => expression),
    )
    .filter((expression) => !CONSTANT.test(expression))
  // A template inside of another is not a constant either. The kernel also has templates that are not SQL.
  const innerTemplates = module === 'kernel' ? [] : (text.match(/\$\{[^}`]*`[^}]*\}/g) ?? [])
  return [...expressions, ...innerTemplates].map((expression) => `${path}: ${expression}`)
}

const tables = readdirSync(`${root}/migrations`)
  .flatMap((name) => [...readFileSync(`${root}/migrations/${name}`, 'utf8').matchAll(CREATED)])
  .map(([, name = '']) => name)

/** Statements that select or return all columns of a table by `*`. */
function starSelections({ path, text }: SourceFile): string[] {
  const selected = [...text.matchAll(/\bselect (?:\w+\.)?\* from (\w+)/g)].filter(([, from = '']) =>
    tables.includes(from),
  )
  const returned = [...text.matchAll(/\breturning (?:\w+\.)?\*/g)]
  return [...selected, ...returned].map(([all]) => `${path}: ${all}`)
}

const withSql = sourceFiles.filter(({ text }) => STATEMENT.test(text))

describe('SQL', () => {
  it('is passed to sql, namedSql, lookup and writeStep only in store files, in the kernel and in the files of ALLOWED', () => {
    expect(sourceFiles.flatMap(misplacedStatements)).toEqual([])
  })

  it('has the ending Sql or Step in the names of its constants that are not exported', () => {
    expect(sourceFiles.flatMap(misnamedStatements)).toEqual([])
  })

  it('has only names, members and calls without computed arguments in its templates', () => {
    expect(withSql.flatMap(interpolatedExpressions)).toEqual([])
  })

  it('lists columns instead of *', () => {
    expect(withSql.flatMap(starSelections)).toEqual([])
  })

  it('has no unneeded exception', () => {
    const needless = Object.keys(ALLOWED).filter(
      (path) => !withSql.some((each) => each.path === path),
    )
    expect(needless).toEqual([])
  })

  it.each([
    ['transfers/move-transfer.ts', 'const byId = sql<Row>(`select id from transfers`)'],
    ['transfers/model.ts', "const one = sql<{ n: number }>('select 1 as n')"],
    ['transfers/events.ts', 'const moved = writeStep<Row>({ name: 1 })'],
  ])('reports a statement in %s', (path, text) => {
    expect(misplacedStatements(file(path, text))).toEqual([path])
  })

  it.each(['quote(`x`)', "body['name']", 'limit + 1', 'body.sort ?? `id`'])(
    'reports an expression like %s',
    (expression) => {
      expect(
        interpolatedExpressions(file('transfers/store.ts', templateWith(expression))),
      ).not.toEqual([])
    },
  )

  it.each(['columns', "userColumns('u')", 'balanceUpdated.name', 'MINOR_MAX'])(
    'allows an expression like %s',
    (expression) => {
      expect(interpolatedExpressions(file('transfers/store.ts', templateWith(expression)))).toEqual(
        [],
      )
    },
  )

  it('reports a statement in a constant whose name does not end with Sql or Step', () => {
    const text = "const byId = lookup<Row>(['bigint'], `select id from transfers`)"
    expect(misnamedStatements(file('transfers/store.ts', text))).toEqual([
      'transfers/store.ts: byId',
    ])
  })

  it.each([
    ['select *', 'sql(`select t.* from transfers t`)'],
    ['returning *', 'sql(`delete from transfers where id = $1 returning *`)'],
  ])('reports %s', (_, text) => {
    expect(starSelections(file('transfers/store.ts', text))).toHaveLength(1)
  })
})

function templateWith(expression: string): string {
  return ['sql(`select $', '{', expression, '} from t`)'].join('')
}
