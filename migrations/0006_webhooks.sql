create table signing_keys (
  algorithm text primary key check (algorithm in ('rsa', 'ed25519')),
  public_key text not null check (public_key <> ''),
  private_key text not null check (private_key <> ''),
  sealed boolean not null
);
comment on table signing_keys is 'The pairs that sign deliveries, generated at the first start.';
comment on column signing_keys.private_key is 'PEM, encrypted when sealed.';
comment on column signing_keys.sealed is 'Whether private_key is encrypted.';

create table subscriptions (
  id uuid primary key default uuidv7(),
  application_id bigint references applications,
  profile_id bigint references profiles,
  through_application_id bigint references applications,
  name text not null check (name <> ''),
  event_name text not null check (event_name <> ''),
  version text not null check (version <> ''),
  url text not null check (url <> ''),
  created_by text not null check (created_by <> ''),
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint subscriptions_one_owner check (num_nonnulls(application_id, profile_id) = 1)
);
create index subscriptions_of_event on subscriptions (event_name) where deleted_at is null;
create index subscriptions_of_profile on subscriptions (profile_id, id) where deleted_at is null;
create index subscriptions_of_application on subscriptions (application_id, id)
  where deleted_at is null;
comment on table subscriptions is
  'Who receives which events. A deleted subscription stays, because deliveries refer to it.';
comment on column subscriptions.application_id is 'Gets the events of all users of this application; null for one profile''s.';
comment on column subscriptions.profile_id is 'Gets the events of this profile; null for an application''s.';
comment on column subscriptions.through_application_id is
  'Of a profile''s subscription: the application whose token created it. It gets nothing without a live grant.';
comment on column subscriptions.event_name is 'The kind of event, such as transfers#state-change.';
comment on column subscriptions.version is 'The version of the schema in which payloads are sent.';
comment on column subscriptions.created_by is 'Shown to its owner.';

create table deliveries (
  profile_id bigint not null,
  id uuid not null default uuidv7(),
  subscription_id uuid not null references subscriptions,
  event_name text not null check (event_name <> ''),
  subject text not null check (subject <> ''),
  number int not null check (number >= 0),
  test boolean not null default false,
  body text not null check (body <> ''),
  signature_sha256 text,
  signature_sha1 text,
  state text not null check (state in ('QUEUED', 'RETRYING', 'DELIVERED', 'FAILED', 'STOPPED')),
  attempts int not null default 0 check (attempts >= 0),
  due_at timestamptz,
  leased_until timestamptz,
  last_attempt_at timestamptz,
  last_status int check (last_status between 100 and 999),
  last_error text,
  last_elapsed_ms int check (last_elapsed_ms >= 0),
  created_at timestamptz not null,
  primary key (profile_id, id),
  constraint deliveries_due_state check (due_at is null or state in ('QUEUED', 'RETRYING')),
  constraint deliveries_retrying_due check (due_at is not null or state <> 'RETRYING')
)
-- A queue at one end, like events.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);
create index deliveries_due on deliveries (subscription_id, due_at) where due_at is not null;
create index deliveries_queued on deliveries (subscription_id, profile_id, subject, number)
  where state = 'QUEUED';
-- A page of one state is one walk; a page of all states merges one walk of each.
create index deliveries_log on deliveries (subscription_id, state, id);
comment on table deliveries is
  'One message to one subscription: the bytes that are sent, and how sending them goes. Ids grow with time and so order the log.';
comment on column deliveries.profile_id is 'Zero for test notifications of an application, which belong to no profile; therefore no foreign key.';
comment on column deliveries.subject is 'Deliveries about one subject are sent one after the other, in the order of number.';
comment on column deliveries.number is 'The number of the event within its subject.';
comment on column deliveries.test is 'Whether it is a test notification.';
comment on column deliveries.body is 'The bytes that are signed and sent.';
comment on column deliveries.signature_sha256 is
  'Kept from the first failed attempt on: RSA is expensive, and the bytes stay the same.';
comment on column deliveries.signature_sha1 is 'As signature_sha256.';
comment on column deliveries.attempts is 'Attempts of the present series; a redelivery begins a new one.';
comment on column deliveries.due_at is
  'When it is sent next; null while it waits for an earlier delivery of its subject, and when it has ended.';
comment on column deliveries.leased_until is
  'When another process may send it. Follows the real clock, never that of the sandbox.';
comment on column deliveries.last_status is 'The HTTP status of the last reply; null when there was none.';
comment on column deliveries.last_error is 'Why the last attempt failed.';
