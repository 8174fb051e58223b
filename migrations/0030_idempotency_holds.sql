-- Up Migration

-- Until when a key is held by a request that is calling somebody outside, before its own transaction
-- opens. Null once the reply is stored with it.
alter table idempotency_keys add column held_until timestamptz;
