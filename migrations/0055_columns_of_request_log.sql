-- A batch has one JSON object with a list of values for each field, instead of one object for each request. Earlier rows have
-- another form, so the log is emptied. The new name of the column refuses the rows of a process of an earlier version.

truncate request_log;
-- squawk-ignore renaming-column
alter table request_log rename column summaries to summary_columns;
alter table request_log rename constraint request_log_summaries_check to request_log_summary_columns_check;
comment on column request_log.summary_columns is
  'Compressed with Zstandard: one JSON object of the fields that lists show and searches examine, each with a list of its values, one for each request.';
comment on column request_log.details is
  'Compressed with Zstandard: one line with such an object of the other fields, then for each request a line with its body and a line with the body of the reply.';
