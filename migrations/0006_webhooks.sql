-- Up Migration

-- One pair per algorithm, made at the first start. `sealed` says that the private half is encrypted.
create table signing_keys (
  algorithm text primary key check (algorithm in ('rsa', 'ed25519')),
  public_key text not null,
  private_key text not null,
  sealed boolean not null
);

-- Small and shared by the events of all profiles: a reference table when the schema is spread over a
-- cluster. A deleted subscription is kept, because deliveries point to it.
create table subscriptions (
  id uuid primary key default uuidv7(),
  -- Whose events it gets: those of one profile, or of all users of one application.
  application_id bigint references applications,
  profile_id bigint,
  name text not null,
  event_name text not null,
  version text not null,
  url text not null,
  created_by text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (num_nonnulls(application_id, profile_id) = 1)
);
create index subscriptions_of_event on subscriptions (event_name) where deleted_at is null;
create index subscriptions_of_profile on subscriptions (profile_id, id) where deleted_at is null;
create index subscriptions_of_application on subscriptions (application_id, id)
  where deleted_at is null;

-- One message to one subscription: the bytes that are sent, and how sending them goes. The ids grow
-- with time, so that they order the log.
create table deliveries (
  -- Zero for test notifications of an application, which are about nobody.
  profile_id bigint not null,
  id uuid not null default uuidv7(),
  subscription_id uuid not null references subscriptions,
  event_name text not null,
  -- Deliveries about one subject form a line, ordered by the numbers of its events.
  subject text not null,
  number int not null,
  test boolean not null default false,
  body text not null,
  -- Kept from the first failed attempt on: RSA is dear, and the bytes stay the same.
  signature_sha256 text,
  signature_sha1 text,
  state text not null check (state in ('QUEUED', 'RETRYING', 'DELIVERED', 'FAILED', 'STOPPED')),
  -- Attempts of the present series; a redelivery begins a new one.
  attempts int not null default 0,
  -- Null while it waits behind another in its line, and when it is done.
  due_at timestamptz,
  -- Follows the real clock: when another process may take the delivery over.
  leased_until timestamptz,
  last_attempt_at timestamptz,
  last_status int,
  last_error text,
  last_elapsed_ms int,
  created_at timestamptz not null,
  primary key (profile_id, id),
  check (due_at is null or state in ('QUEUED', 'RETRYING')),
  check (due_at is not null or state <> 'RETRYING')
) with (fillfactor = 70);
create index deliveries_due on deliveries (subscription_id, due_at) where due_at is not null;
create index deliveries_line on deliveries (subscription_id, profile_id, subject, number)
  where state = 'QUEUED';
create index deliveries_log on deliveries (subscription_id, id);

-- Both tables are queues at one end: what has been done leaves dead entries at the low end of a
-- partial index, where every look for work begins. A share of a table that only grows would clear
-- them ever more rarely; a fixed number keeps a look short.
alter table events set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);
alter table deliveries set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);

-- Down Migration
