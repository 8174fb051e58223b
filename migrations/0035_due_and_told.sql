-- Up Migration

-- Members of a batch group lapse with their group: however many wait, nobody looks for them here.
drop index transfers_lapsing;
create index transfers_lapsing on transfers (lapses_at)
  where lapses_at is not null and batch_group_id is null;

-- When a transfer was last told of, for lists of what happened; null while it is as it was made.
alter table transfers add column changed_at timestamptz;
update transfers t set changed_at = e.told_at
  from (select profile_id, subject, max(occurred_at) as told_at from events
         where subject like 'transfer:%' and number > 1 group by profile_id, subject) e
 where e.profile_id = t.profile_id and e.subject = 'transfer:' || t.id;

-- Whoever opens the link of a mail brings nothing but its secret.
create unique index transfer_claims_by_token on transfer_claims (profile_id, token_hash)
  where token_hash is not null;

-- Down Migration
