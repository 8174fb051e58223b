-- Up Migration

-- A code is counted before it is sent (D31a, D113): requests at once would all be sent one otherwise.
alter table security_holders
  add column new_number_codes_sent timestamptz[] not null default '{}',
  add column changed_number_codes_sent timestamptz[] not null default '{}';
comment on column security_holders.new_number_codes_sent is
  'When codes were sent to phone numbers that were added, within the last ten minutes.';
comment on column security_holders.changed_number_codes_sent is
  'When codes were sent to phone numbers that were changed, or once more to the same, within the last ten minutes.';

-- Creations were counted by it.
drop index phone_numbers_user_id_created_at_idx;

-- Down Migration
