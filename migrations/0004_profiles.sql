-- Up Migration

-- A profile is the tenant: its id is the profile_id of every row that belongs to it.
create table profiles (
  id bigint generated always as identity primary key,
  public_id uuid not null,
  user_id bigint not null references users,
  -- The application that signed the user up: two of its users cannot be the same person.
  application_id bigint references applications,
  type text not null check (type in ('PERSONAL', 'BUSINESS')),
  -- The fields of the type, as the module's model names them; validated before they are stored.
  details jsonb not null,
  -- What makes two personal profiles of one application the same person; null for businesses.
  identity_key text,
  verified boolean not null default false,
  update_window text not null default 'CLOSED' check (update_window in ('CLOSED', 'OPEN')),
  state text not null default 'VISIBLE' check (state in ('VISIBLE', 'HIDDEN', 'DEACTIVATED')),
  -- Counts the events announced of this profile.
  announced int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index profiles_one_personal on profiles (user_id)
  where type = 'PERSONAL' and state <> 'DEACTIVATED';
create unique index profiles_one_person on profiles (application_id, identity_key)
  where type = 'PERSONAL' and state <> 'DEACTIVATED';
create index on profiles (user_id, id);

create table addresses (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  -- What the address is to the profile; null where it is none of its own any more.
  role text check (role in ('PRIMARY', 'OPERATIONAL')),
  details jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id)
);
create unique index addresses_one_primary on addresses (profile_id) where role = 'PRIMARY';

-- Down Migration
