// Prints the schema that the migrations produce, from the catalogue of a database that has just run them: domains,
// sequences, functions, tables with their storage parameters, indexes, triggers and comments. Columns are in the order of
// the table, constraints by kind, and the rest is sorted by name, so the text is the same on every machine.

import pg from 'pg'

type Table = {
  readonly oid: number
  readonly name: string
  readonly isUnlogged: boolean
  /** The storage parameters: `fillfactor=70, ...`. */
  readonly parameters: string | null
}

/** SQL text of the schema of the database at `url`, without the table of the migrations. */
export async function printSchema(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const sections = [
      ...(await queryLines(client, domainsSql)),
      ...(await queryLines(client, sequencesSql)),
      ...(await queryLines(client, functionsSql)),
      ...(await tableTexts(client)),
      ...(await queryLines(client, foreignKeysSql)),
      ...(await queryLines(client, triggersSql)),
      ...(await queryLines(client, functionAndDomainCommentsSql)),
    ]
    return `${HEADER}\n\n${sections.join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

const HEADER = `-- The schema after all migrations. Printed by \`npm run print\`; edit migrations/ instead.`

const domainsSql = `
  select format(e'create domain %I as %s%s;', t.typname, format_type(t.typbasetype, t.typtypmod),
                coalesce((select string_agg(' ' || pg_get_constraintdef(c.oid), '' order by c.conname)
                            from pg_constraint c where c.contypid = t.oid), '')) as line
    from pg_type t
   where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
   order by t.typname`

/** The sequences except those of identity columns, which the columns state. No sequence has other options than the defaults. */
const sequencesSql = `
  select string_agg(format('create sequence %I;', c.relname), e'\\n' order by c.relname) as line
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
  having count(*) > 0`

const functionsSql = `
  select rtrim(pg_get_functiondef(p.oid), e'\\n') || ';' as line
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
   order by p.proname, p.oid::regprocedure::text`

const functionAndDomainCommentsSql = `
  select format('comment on %s %s is %L;', kind, name, text) as line
    from (select 'function' as kind, p.oid::regprocedure::text as name, obj_description(p.oid, 'pg_proc') as text
            from pg_proc p where p.pronamespace = 'public'::regnamespace
          union all
          select 'domain', t.typname::text, obj_description(t.oid, 'pg_type')
            from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype = 'd') described
   where text is not null
   order by kind, name`

const foreignKeysSql = `
  select format('alter table %I add constraint %I %s;', c.conrelid::regclass, c.conname,
                pg_get_constraintdef(c.oid)) as line
    from pg_constraint c
   where c.connamespace = 'public'::regnamespace and c.contype = 'f' and c.conparentid = 0
   order by c.conrelid::regclass::text, c.conname`

const triggersSql = `
  select pg_get_triggerdef(t.oid) || ';' as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
   order by c.relname, t.tgname`

async function queryLines(client: pg.Client, text: string, ...values: number[]): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(text, values)
  return rows.map(({ line }) => line)
}

async function tableTexts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::int as oid, c.relname as name, c.relpersistence = 'u' as "isUnlogged",
           array_to_string(c.reloptions, ', ') as parameters from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname <> 'migrations'
     order by c.relname`)
  const texts: string[] = []
  for (const table of rows) texts.push(await tableText(client, table))
  return texts
}

async function tableText(
  client: pg.Client,
  { oid, name, isUnlogged, parameters }: Table,
): Promise<string> {
  const columns = await queryLines(client, columnsSql, oid)
  const constraints = await queryLines(client, constraintsSql, oid)
  const indexes = await queryLines(client, indexesSql, oid)
  const body = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
  const comments = await queryLines(client, commentsSql, oid)
  const kind = isUnlogged ? 'unlogged table' : 'table'
  const table = `create ${kind} ${name} (\n${body}\n)${parameters ? `\nwith (${parameters})` : ''};`
  const columnParameters = await queryLines(client, columnParametersSql, oid)
  return [table, ...columnParameters, ...indexes.map((line) => `${line};`), ...comments].join('\n')
}

const columnsSql = `
  select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                   case when a.attstorage <> t.typstorage then
                     'storage ' || case a.attstorage when 'p' then 'plain' when 'e' then 'external'
                                                     when 'm' then 'main' else 'extended' end end,
                   case a.attidentity when 'a' then 'generated always as identity'
                                      when 'd' then 'generated by default as identity' end,
                   case a.attgenerated when 's' then
                     'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                   end,
                   case when a.attgenerated = '' and d.oid is not null then
                     'default ' || pg_get_expr(d.adbin, d.adrelid) end,
                   case when a.attnotnull then 'not null' end) as line
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
   order by a.attnum`

const columnParametersSql = `
  select format('alter table %I alter column %I set (%s);', c.relname, a.attname,
                array_to_string(a.attoptions, ', ')) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
   where a.attrelid = $1 and a.attoptions is not null and not a.attisdropped
   order by a.attnum`

const constraintsSql = `
  select format('constraint %I %s', c.conname, pg_get_constraintdef(c.oid)) as line
    from pg_constraint c
   where c.conrelid = $1 and c.contype in ('p', 'u', 'c', 'x')
   order by array_position(array['p', 'u', 'c', 'x']::"char"[], c.contype), c.conname`

const indexesSql = `
  select pg_get_indexdef(i.indexrelid) as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
   where i.indrelid = $1
     and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid
                        and k.contype in ('p', 'u', 'x'))
   order by c.relname`

const commentsSql = `
  select format('comment on %s is %L;',
                case when c.relkind = 'i' then format('index %I', c.relname)
                     when d.objsubid = 0 then format('table %I', c.relname)
                     else format('column %I.%I', c.relname, a.attname) end,
                d.description) as line
    from pg_description d
    join pg_class c on c.oid = d.objoid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
   where d.classoid = 'pg_class'::regclass
     and (d.objoid = $1 or d.objoid in (select indexrelid from pg_index where indrelid = $1))
   order by c.relkind = 'i', c.relname, d.objsubid`
