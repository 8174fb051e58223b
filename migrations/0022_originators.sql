-- Up Migration

-- A transfer that a profile sends for somebody else says for whom, and may be known by the name that
-- the client's own system has for it. Each name is used once in a profile, for ever (D7).
alter table transfers
  alter column customer_transaction_id drop not null,
  add column original_transfer_id text,
  -- The person or business the money is sent for, as the module's rules accepted it.
  add column originator jsonb,
  add constraint transfers_one_name
    check (num_nonnulls(customer_transaction_id, original_transfer_id) = 1);

-- Most transfers have no such name, and an index of their nulls would cost every one of them a write.
create unique index transfers_one_per_original on transfers (profile_id, original_transfer_id)
  where original_transfer_id is not null;

-- Down Migration
