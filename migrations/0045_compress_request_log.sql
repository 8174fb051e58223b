-- The service compresses the lines of a batch: they become so much smaller that it and PostgreSQL spend less time on them. The
-- log is lost, because it has another form. The checks of the first bytes (those of a Zstandard frame) refuse the lines of a
-- process that does not compress them yet.

truncate request_log;
alter table request_log
  drop constraint request_log_summaries_check,
  drop constraint request_log_details_check,
  -- squawk-ignore changing-column-type
  alter column summaries type bytea using ''::bytea,
  -- squawk-ignore changing-column-type
  alter column details type bytea using ''::bytea,
  alter column summaries set storage external,
  alter column details set storage external,
  -- squawk-ignore constraint-missing-not-valid
  add constraint request_log_summaries_check check (substring(summaries for 4) = '\x28b52ffd'),
  -- squawk-ignore constraint-missing-not-valid
  add constraint request_log_details_check check (substring(details for 4) = '\x28b52ffd');
comment on table request_log is
  'Batches of requests of the API, of all users: declared fields that are not secret (D130). No foreign keys, because users and profiles are never deleted. Unlogged: empty after a crash of the server, and on standbys.';
comment on column request_log.summaries is
  'Compressed with Zstandard: a line of JSON for each request, which lists show and searches examine.';
comment on column request_log.details is
  'Compressed with Zstandard: three lines for each request: further fields as JSON, the body of the request and that of the reply.';
