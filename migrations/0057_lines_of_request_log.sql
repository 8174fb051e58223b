-- Each request is one line with a JSON object, instead of one value in the list of each field, so that the service can write
-- its text at once. Earlier rows have another form, so the log is emptied. The new names refuse the rows of a process of an
-- earlier version.

truncate request_log;
-- squawk-ignore renaming-column
alter table request_log rename column summary_columns to summary_lines;
-- squawk-ignore renaming-column
alter table request_log rename column details to detail_lines;
alter table request_log rename constraint request_log_summary_columns_check to request_log_summary_lines_check;
alter table request_log rename constraint request_log_details_check to request_log_detail_lines_check;
comment on column request_log.summary_lines is
  'Compressed with Zstandard: for each request a line, a JSON object of the fields that lists show and searches examine.';
comment on column request_log.detail_lines is
  'Compressed with Zstandard: for each request three lines, a JSON object of the other fields, the body and the body of the reply.';
