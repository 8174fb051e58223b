-- The log of requests, which people who write a client read and search (D130).

create table request_log (
  id bigint generated always as identity primary key,
  profile_id bigint,
  user_id bigint,
  application_id bigint,
  operation text not null check (operation <> ''),
  method text not null check (method <> ''),
  route text not null check (route <> ''),
  path text not null check (path <> ''),
  query json,
  status int not null check (status between 100 and 599),
  duration_us bigint not null check (duration_us >= 0),
  idempotency text not null check (idempotency in ('none', 'first', 'replayed', 'reused')),
  trace_id uuid not null,
  errors json not null,
  error_codes text[] not null,
  subjects text[] not null,
  request_headers json not null,
  reply_headers json not null,
  files json,
  request_body json,
  request_bytes int not null check (request_bytes >= 0),
  reply_body json,
  reply_bytes int check (reply_bytes >= 0),
  created_at timestamptz not null
)
-- A queue at one end, like events: the oldest rows are deleted where the sweep looks for them.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index request_log_of_user on request_log (user_id, id);
create index request_log_errors on request_log (user_id, id) where status >= 400;
create index request_log_traces on request_log (trace_id);
comment on table request_log is
  'One row for each request of the API: declared fields that are not secret (D130). No foreign keys, because rows are written after the request and outlive nothing that matters.';
comment on column request_log.profile_id is 'The profile that the path names; null where it names none.';
comment on column request_log.user_id is 'Who may read the row: the user whose token was sent; null without one.';
comment on column request_log.application_id is 'The application whose token was sent; null for a personal token.';
comment on column request_log.operation is 'The operation id, such as createTransfer.';
comment on column request_log.route is 'The path as the operation declares it.';
comment on column request_log.path is 'The route with the values of its parameters that are not secret.';
comment on column request_log.query is 'The declared parameters of the query that are not secret.';
comment on column request_log.duration_us is 'From the arrival of the headers until the reply was ready, in microseconds.';
comment on column request_log.idempotency is
  'What the header X-idempotence-uuid did: first use, stored reply, or refused because the request differs.';
comment on column request_log.trace_id is 'The value of the reply header x-trace-id.';
comment on column request_log.errors is 'Code and field of each error. Messages may repeat values, so they are left out.';
comment on column request_log.error_codes is 'The codes of errors, for the search.';
comment on column request_log.subjects is 'What the request is about, such as transfer:12.';
comment on column request_log.request_headers is 'Those of a short list.';
comment on column request_log.reply_headers is 'Those of a short list.';
comment on column request_log.files is 'Name, kind and size of each file of an upload; null without files.';
comment on column request_log.request_body is 'The fields that may be kept; null when nothing may, or it is too large.';
comment on column request_log.request_bytes is 'The size of the body as the client declared it.';
comment on column request_log.reply_body is 'As request_body.';
comment on column request_log.reply_bytes is 'The size of the reply; null for a document, whose size is not known before it is sent.';

create table request_subjects (
  user_id bigint not null,
  subject text not null check (subject <> ''),
  request_id bigint not null,
  primary key (user_id, subject, request_id)
);
comment on table request_subjects is
  'Finds the requests about a transfer, a quote and so on, newest first. No foreign key: the statement that deletes a request deletes its rows.';
comment on column request_subjects.request_id is 'The row of request_log.';
