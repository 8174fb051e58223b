-- Directors and ultimate owners of businesses (Spec B 2.3).

create table directors (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  country_of_residence text not null check (country_of_residence ~ '^[a-z]{3}$'),
  created_at timestamptz not null,
  primary key (profile_id, id)
);
comment on table directors is 'The directors of a business. A replaced list is deleted.';
comment on column directors.first_name is 'First name, with middle names.';
comment on column directors.last_name is 'Last name.';
comment on column directors.date_of_birth is 'Date of birth.';
comment on column directors.country_of_residence is 'ISO 3166-1 alpha-3, in lower case as replies show it.';

create table beneficial_owners (
  profile_id bigint not null references profiles,
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  number bigint generated always as identity,
  name text not null,
  date_of_birth date not null,
  country_of_residence text not null check (country_of_residence ~ '^[a-z]{3}$'),
  address_first_line text not null,
  post_code text,
  ownership_percentage numeric(5, 2) check (ownership_percentage > 0 and ownership_percentage <= 100),
  created_at timestamptz not null,
  primary key (profile_id, id)
);
comment on table beneficial_owners is 'The ultimate owners of a business. A replaced list is deleted.';
comment on column beneficial_owners.number is 'The order in which owners were added, in which lists show them.';
comment on column beneficial_owners.name is 'Full name.';
comment on column beneficial_owners.date_of_birth is 'Date of birth.';
comment on column beneficial_owners.country_of_residence is 'ISO 3166-1 alpha-3, in lower case as replies show it.';
comment on column beneficial_owners.address_first_line is 'Street and number.';
comment on column beneficial_owners.post_code is 'Null where the country has no post codes.';
comment on column beneficial_owners.ownership_percentage is 'Null where it is not required.';
