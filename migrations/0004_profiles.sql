-- Up Migration

-- A profile is the tenant: its id is the profile_id of every row that belongs to it.
create table profiles (
  id bigint generated always as identity primary key,
  public_id uuid not null,
  user_id bigint not null references users,
  type text not null check (type in ('PERSONAL', 'BUSINESS')),
  -- The fields of the type, as the module's schemas name them; validated before they are stored.
  details jsonb not null,
  -- What makes two personal profiles of one application the same person; null for businesses.
  identity_key text,
  verified boolean not null default false,
  update_window_open boolean not null default false,
  state text not null default 'VISIBLE' check (state in ('VISIBLE', 'HIDDEN', 'DEACTIVATED')),
  -- Counts the events announced of this profile.
  announced int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index profiles_one_personal on profiles (user_id)
  where type = 'PERSONAL' and state <> 'DEACTIVATED';
create index on profiles (user_id, id);
create index on profiles (identity_key) where identity_key is not null;

create table addresses (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  details jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, id)
);

-- Down Migration
