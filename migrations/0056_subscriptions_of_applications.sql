-- Up Migration

alter table subscriptions add column through_application_id bigint references applications;
comment on column subscriptions.through_application_id is
  'Of a profile''s subscription: the application whose token made it; it gets nothing without a live grant';

-- Down Migration
