-- Up Migration

-- A balance knows a payment for a group by the number of the group.
create unique index batch_groups_by_number on batch_groups (profile_id, number);

-- Down Migration
