-- Up Migration

-- A page of a profile's transfers is found by one walk on an index, whatever it is filtered by, and
-- what `offset` passes over is passed over in the index alone. The index that knows the status has to
-- be told of every move; what that costs is in docs/benchmarks.md.
create index transfers_by_status on transfers (profile_id, status, id);
create index transfers_by_source_currency on transfers (profile_id, source_currency, id);
create index transfers_by_target_currency on transfers (profile_id, target_currency, id);
-- Says at which id a time begins and ends.
create index transfers_by_time on transfers (profile_id, created_at, id);

-- Down Migration
