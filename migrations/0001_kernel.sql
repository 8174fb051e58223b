-- Up Migration

-- Whole minor units. Rates are kept in numeric columns of their own and read as text.
create domain money_minor as numeric(20, 0);

-- Raises where a guard of a composed write is lost, so that the whole statement is undone.
create function must(ok boolean, tag text) returns boolean language plpgsql as $$
begin
  if ok then return true; end if;
  raise exception using errcode = 'GW001', message = tag;
end $$;

-- One row: which mode this database belongs to, and how far the sandbox clock was moved forward.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live')),
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  created_at timestamptz not null default now()
);

create table idempotency_keys (
  scope text not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  status int,
  body text,
  expires_at timestamptz not null,
  primary key (scope, operation, key)
);
create index on idempotency_keys (expires_at);

-- The outbox. A row is a fact; only the dispatcher's mark changes.
create table events (
  profile_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  subject text not null,
  number int not null,
  -- Text as it was written: receivers see the fields in this order.
  payload json not null,
  occurred_at timestamptz not null,
  dispatched_at timestamptz,
  primary key (profile_id, id)
);
create index events_undispatched on events (id) where dispatched_at is null;

-- A row that a sweep could not act on, set aside so that it does not block the others.
create table sweep_failures (
  sweep text not null,
  profile_id bigint not null,
  id text not null,
  attempts int not null,
  error text not null,
  retry_at timestamptz not null,
  primary key (sweep, profile_id, id)
);

-- Down Migration
