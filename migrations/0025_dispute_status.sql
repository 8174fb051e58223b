-- A list of the open or the closed disputes of a profile reads only these.
-- `concurrently` is not possible in the transaction of the pending migrations.
-- squawk-ignore require-concurrent-index-creation
create index disputes_by_status on disputes
  (profile_id, (sub_status in ('REFUNDED', 'REJECTED', 'WITHDRAWN')), created_at, transaction_id, id);
comment on index disputes_by_status is 'The expression states whether a dispute is closed.';
