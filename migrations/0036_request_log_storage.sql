-- Makes the log of requests cheaper to write. Its rows are deleted: they are older than the new form of the bodies.

truncate request_log, request_subjects;

-- Without WAL, which takes as long as the rows: a crash of the server empties the log, and nothing depends on it.
alter table request_subjects set unlogged;
alter table request_log set unlogged;

-- As text, which is not parsed again. Uncompressed and in the row, as far as a page has room.
-- squawk-ignore changing-column-type
alter table request_log alter column request_body type text;
-- squawk-ignore changing-column-type
alter table request_log alter column reply_body type text;
alter table request_log alter column request_body set storage external;
alter table request_log alter column reply_body set storage external;
alter table request_log set (toast_tuple_target = 8160);

comment on table request_log is
  'One row for each request of the API: declared fields that are not secret (D130). No foreign keys, because rows are written after the request and outlive nothing that matters. Unlogged: empty after a crash of the server, and on standbys.';
comment on column request_log.request_body is
  'The fields that may be kept, as JSON; null when nothing may, or it is too large.';
