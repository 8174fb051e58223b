-- One row for each written batch of requests, instead of a row for each request and for each of its subjects: most of
-- the time of a row went into its header and its keys. The log is lost, because it has another form.

-- squawk-ignore ban-drop-table
drop table request_subjects;
-- squawk-ignore ban-drop-table
drop table request_log;

create unlogged table request_log (
  id bigint generated always as identity primary key,
  requests int not null check (requests > 0),
  user_ids bigint[] not null check (cardinality(user_ids) = requests),
  summaries text not null check (summaries <> ''),
  details text not null check (details <> ''),
  words bytea not null check (length(words) > 0),
  latest_at timestamptz not null,
  transaction_id xid8 not null default pg_current_xact_id()
)
-- A queue at one end, like events: the oldest rows are deleted where the sweep looks for them.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- Compressing them takes longer than writing them.
alter table request_log alter column user_ids set storage external;
alter table request_log alter column summaries set storage external;
alter table request_log alter column details set storage external;
alter table request_log alter column words set storage external;
create index request_log_of_transaction on request_log (transaction_id);
comment on table request_log is
  'Batches of requests of the API, of all users: declared fields that are not secret (D130). No foreign keys, because rows are written after the requests and outlive nothing that matters. Unlogged: empty after a crash of the server, and on standbys.';
comment on column request_log.id is 'The id of the first request. Those of the others follow it.';
comment on column request_log.requests is 'How many there are.';
comment on column request_log.user_ids is
  'Who may read each request: the user whose token was sent; null without one.';
comment on column request_log.summaries is 'A line of JSON for each request: what lists show and searches examine.';
comment on column request_log.details is
  'Three lines for each request: further fields as JSON, the body of the request and that of the reply.';
comment on column request_log.words is
  'A Bloom filter of users, subjects, traces and errors, by which a search skips the row.';
comment on column request_log.latest_at is 'When the last of them was answered.';
comment on column request_log.transaction_id is 'As events.transaction_id.';
