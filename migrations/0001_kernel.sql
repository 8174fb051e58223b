-- What every module uses: the type of amounts, guards of writes, idempotency keys, the outbox, sweeps.

create domain money_minor as numeric(20, 0);
comment on domain money_minor is
  'Minor units of a currency: 1.50 EUR is 150. A domain over numeric, because int8 ends below the sum of a large ledger.';

create function must(ok boolean, tag text) returns boolean language plpgsql as $$
begin
  if ok then return true; end if;
  raise exception using errcode = 'GW001', message = tag;
end $$;
comment on function must(boolean, text) is
  'Raises GW001 with the name of the failed guard, so that the whole statement is undone.';

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception '% is history: rows are added, never changed', tg_table_name;
end $$;
comment on function refuse_history_change() is 'Trigger of tables whose rows are only ever inserted.';

create function assume_many_rows_per_profile(tables text[]) returns void language plpgsql as $$
declare
  each text;
begin
  foreach each in array tables loop
    perform pg_restore_attribute_stats(
      'schemaname', current_schema()::text, 'relname', each, 'attname', 'profile_id', 'inherited', false,
      'null_frac', 0.0::real, 'avg_width', 8, 'n_distinct', 1.0::real);
  end loop;
end $$;
comment on function assume_many_rows_per_profile(text[]) is
  'Makes the planner expect many rows of one profile until the first ANALYZE. Statements are planned once for each connection: a plan made while the table is empty reads all rows of a profile to find one.';

create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live')),
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  created_at timestamptz not null default now()
);
comment on table installation is 'One row: what this database belongs to.';
comment on column installation.only_row is 'Always true, so that a second row is a duplicate.';
comment on column installation.mode is 'The service refuses to start in the other mode.';
comment on column installation.clock_offset_ms is 'How far the clock of the sandbox was moved forward.';

create table idempotency_keys (
  scope text not null check (scope <> ''),
  operation text not null check (operation <> ''),
  key text not null check (key <> ''),
  request_hash text not null check (request_hash <> ''),
  status int check (status between 100 and 599),
  body text,
  held_until timestamptz,
  expires_at timestamptz not null,
  primary key (scope, operation, key)
);
create index on idempotency_keys (expires_at);
comment on table idempotency_keys is 'The reply to each request that named an idempotency key.';
comment on column idempotency_keys.scope is 'Whose key it is: the caller.';
comment on column idempotency_keys.operation is 'The id of the endpoint.';
comment on column idempotency_keys.request_hash is
  'The same key with another request is refused.';
comment on column idempotency_keys.status is 'The HTTP status of the reply.';
comment on column idempotency_keys.body is 'The reply, as it was sent.';
comment on column idempotency_keys.held_until is
  'Until when the key belongs to a request that calls an outside party before its transaction opens; null once the reply is stored.';

create table events (
  profile_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  subject text not null,
  number int not null check (number > 0),
  payload json not null,
  occurred_at timestamptz not null,
  dispatched_at timestamptz,
  primary key (profile_id, id)
)
-- A queue at one end: dispatched rows leave dead entries at the low end of the partial index, where
-- each search starts. A share of a growing table would clean them ever more rarely.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);
create index events_undispatched on events (id) where dispatched_at is null;
comment on table events is
  'The outbox. Only dispatched_at ever changes. No foreign key to profiles: it costs a funding 7 of 47 µs of PostgreSQL time in a batch of 16, 20 of 100 µs alone.';
comment on column events.name is 'The kind of event, such as transfers#state-change.';
comment on column events.subject is 'What the event is about, such as transfer:12.';
comment on column events.number is 'Counts the events of the subject, from 1.';
comment on column events.payload is
  'What receivers get. json keeps the fields in the order in which they were written; jsonb would not.';
comment on column events.dispatched_at is 'When deliveries were made of it.';

create table sweep_failures (
  sweep text not null check (sweep <> ''),
  profile_id bigint not null,
  id text not null check (id <> ''),
  attempts int not null check (attempts > 0),
  error text not null,
  retry_at timestamptz not null,
  primary key (sweep, profile_id, id)
);
comment on table sweep_failures is
  'Rows that a sweep could not process. They are left out until retry_at, so that they do not block the others.';
comment on column sweep_failures.sweep is 'The name of the sweep.';
comment on column sweep_failures.profile_id is 'No foreign key: the table serves every sweep, also of rows that belong to no profile (0).';
comment on column sweep_failures.id is 'The id of the row, as text.';
comment on column sweep_failures.error is 'The message of the last attempt.';

select assume_many_rows_per_profile(array['events']);
