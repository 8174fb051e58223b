create table profiles (
  id bigint generated always as identity primary key,
  public_id uuid not null,
  user_id bigint not null references users,
  application_id bigint references applications,
  type text not null check (type in ('PERSONAL', 'BUSINESS')),
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  identity_key text check (identity_key <> ''),
  verified boolean not null default false,
  update_window text not null default 'CLOSED' check (update_window in ('CLOSED', 'OPEN')),
  state text not null default 'VISIBLE' check (state in ('VISIBLE', 'HIDDEN', 'DEACTIVATED')),
  event_count int not null default 0 check (event_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index profiles_one_personal on profiles (user_id)
  where type = 'PERSONAL' and state <> 'DEACTIVATED';
create unique index profiles_one_person on profiles (application_id, identity_key)
  where type = 'PERSONAL' and state <> 'DEACTIVATED';
create index on profiles (user_id, id);
comment on table profiles is 'The tenants: the id of a profile is the profile_id of every row that belongs to it.';
comment on column profiles.public_id is 'An id that may be shown to others.';
comment on column profiles.application_id is
  'The application that signed the user up: two of its users cannot be the same person.';
comment on column profiles.details is 'The fields of the type, as src/profiles/model.ts names and validates them.';
comment on column profiles.identity_key is
  'What makes two personal profiles of one application the same person; null for businesses.';
comment on column profiles.update_window is 'OPEN while a verified profile may change what was verified.';
comment on column profiles.event_count is 'Counts the events of the profile.';

-- Here, because profile_owners belongs to a module below profiles. The table is empty.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table profile_owners add foreign key (profile_id) references profiles;

create table addresses (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  role text check (role in ('PRIMARY', 'OPERATIONAL')),
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id)
);
create unique index addresses_one_primary on addresses (profile_id) where role = 'PRIMARY';
comment on table addresses is 'Addresses of profiles. A replaced address stays.';
comment on column addresses.role is 'Null once another address has taken the role.';
comment on column addresses.details is 'The fields of the address, as src/profiles/model.ts names and validates them.';
