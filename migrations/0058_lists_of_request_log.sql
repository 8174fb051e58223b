-- A line has the requests that were answered in one turn of the event loop as a JSON list, instead of one request, because the service
-- writes the text of a list in less time. Earlier rows have another form, so the log is emptied. The new name refuses the rows of a
-- process of an earlier version.

truncate request_log;
-- squawk-ignore renaming-column
alter table request_log rename column summary_lines to summary_lists;
-- squawk-ignore renaming-column
alter table request_log rename column detail_lines to detail_lists;
alter table request_log rename constraint request_log_summary_lines_check to request_log_summary_lists_check;
alter table request_log rename constraint request_log_detail_lines_check to request_log_detail_lists_check;
comment on column request_log.summary_lists is
  'Compressed with Zstandard: lines, each a JSON list with an object for each request, of the fields that lists show and searches examine.';
comment on column request_log.detail_lists is
  'Compressed with Zstandard: for each line of summary_lists a JSON list with an object of the other fields for each request, then for each request a line with the body and one with the body of the reply.';
