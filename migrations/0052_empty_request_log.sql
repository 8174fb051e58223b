-- The summary of a request has `onlyReads`, and the Bloom filter of a batch has the word hide:reads. Earlier rows have neither,
-- so the log is emptied.

truncate request_log;
