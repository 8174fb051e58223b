-- Comments that were wrong or unclear.
comment on column batch_groups.lapses_at is
  'When the first of the waiting members lapses. The group ends only when no member is left.';

comment on column batch_groups.version is
  'Adding transfers adds their number and compares no version. Every other change adds 1, and fails unless the version is the one that it has read.';

comment on column subscriptions.through_application_id is
  'For a subscription of a profile: the application whose token created the subscription. The subscription receives events only while that application has a live grant.';

comment on table signing_keys is 'The key pairs that sign deliveries, generated at the first start.';
