-- Up Migration

-- Few are held up, and no others are in it: a move of the rest does not write it.
create index transfers_held_up on transfers (profile_id, status, id) where cases <> '{}';

-- Says at which id a time begins and ends.
create index balance_movements_by_time on balance_movements (profile_id, created_at, id);

-- A page of the log of one state is one walk; of all, the walks of all states side by side. A change of
-- state writes every index of the row as it is: the one of queued rows knows the state, too.
drop index deliveries_log;
create index deliveries_log on deliveries (subscription_id, state, id);

-- Down Migration
