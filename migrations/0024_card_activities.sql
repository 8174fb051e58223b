-- `concurrently` is not possible in the transaction of the pending migrations.
-- squawk-ignore require-concurrent-index-creation
create index card_transactions_of_profile_by_time on card_transactions (profile_id, created_at, id);
-- squawk-ignore require-concurrent-index-creation
create index card_transactions_of_profile_by_state on card_transactions (profile_id, state, id);
