-- Up Migration

-- Where nearly all transfers have one status, PostgreSQL would walk all of them for a status that none
-- has: it is to believe that each status is rare, so that the index that knows it is taken.
alter table transfers alter column status set (n_distinct = 1000);

-- Down Migration
