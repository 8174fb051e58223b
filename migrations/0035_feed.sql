-- The live feed of the sandbox: what it reads in the order of transactions, and what only it reads.

alter table events add column transaction_id xid8;
alter table events alter column transaction_id set default pg_current_xact_id();
-- squawk-ignore require-concurrent-index-creation
create index events_of_transaction on events (transaction_id);
comment on column events.transaction_id is
  'The transaction that wrote the row, so that the feed finds rows by what a snapshot does not show yet. Null for rows that are older than the column.';

alter table request_log add column transaction_id xid8;
alter table request_log alter column transaction_id set default pg_current_xact_id();
-- squawk-ignore require-concurrent-index-creation
create index request_log_of_transaction on request_log (transaction_id);
comment on column request_log.transaction_id is 'As events.transaction_id.';

create table feed_entries (
  id bigint generated always as identity primary key,
  profile_id bigint not null,
  kind text not null check (kind in ('delivery', 'timer', 'clock')),
  data json not null,
  occurred_at timestamptz not null,
  transaction_id xid8 not null default pg_current_xact_id()
)
-- A queue at one end, like the log of requests.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index feed_entries_of_transaction on feed_entries (transaction_id);
comment on table feed_entries is
  'What the live feed of a sandbox shows and no other table keeps. Written in the transaction of what it reports; empty in live mode.';
comment on column feed_entries.profile_id is 'Whose user may see it; 0 for every user. No foreign key, because of the zero.';
comment on column feed_entries.kind is 'The attempt of a delivery, an action of a sweep, or a move of the clock.';
comment on column feed_entries.data is 'The fields of the entry.';
comment on column feed_entries.occurred_at is 'By the clock of the sandbox.';
comment on column feed_entries.transaction_id is 'As events.transaction_id.';
