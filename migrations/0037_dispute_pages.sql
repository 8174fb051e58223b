-- A page of disputes and their number are read from indexes alone, also for one transaction and for one status.
-- `concurrently` is not possible in the transaction of the pending migrations.

-- squawk-ignore require-concurrent-index-creation
create index disputes_of_transaction_by_creation on disputes (profile_id, transaction_id, created_at, id);
-- squawk-ignore require-concurrent-index-creation
create index disputes_of_transaction_by_status on disputes
  (profile_id, transaction_id, (sub_status in ('REFUNDED', 'REJECTED', 'WITHDRAWN')), created_at, id)
  include (sub_status);
comment on index disputes_of_transaction_by_status is
  'The expression states whether a dispute is closed. PostgreSQL reads only the index where its columns include those of the expression.';

-- squawk-ignore require-concurrent-index-deletion
drop index disputes_of_transaction;
-- squawk-ignore require-concurrent-index-deletion
drop index disputes_by_status;
-- squawk-ignore require-concurrent-index-creation
create index disputes_by_status on disputes
  (profile_id, (sub_status in ('REFUNDED', 'REJECTED', 'WITHDRAWN')), created_at, transaction_id, id)
  include (sub_status);
comment on index disputes_by_status is
  'The expression states whether a dispute is closed. PostgreSQL reads only the index where its columns include those of the expression.';
