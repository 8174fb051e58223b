-- Up Migration

-- A case held the money of the transfer past the lock of its rate, so it is priced again when it is
-- exchanged.
alter table transfers add column held_past_lock boolean not null default false;
comment on column transfers.held_past_lock is
  'An active case held money that was already paid past the rate lock: the exchange is priced again.';

-- Down Migration
