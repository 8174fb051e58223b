-- Applications that vouch for their users, where a verification comes from, and the extra data of profiles (Spec B 4.1).

alter table applications
  add column trusted boolean not null default false,
  add column additional_verification boolean not null default false;
comment on column applications.trusted is
  'Its users'' profiles start verified: the application has verified the people and businesses itself (D41).';
comment on column applications.additional_verification is
  'Its users in the European Economic Area need the additional customer verification (Spec B 4.4, D46).';

alter table profiles
  add column verified_by text not null default 'SERVICE' check (verified_by in ('SERVICE', 'PARTNER'));
comment on column profiles.verified_by is
  'Who verified the profile: the service itself, or the trusted application that created it. Has a meaning only while verified is true.';

create table profile_extensions (
  profile_id bigint primary key references profiles,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table profile_extensions is 'The extra data of a profile, as its extension form requires it.';
comment on column profile_extensions.details is
  'The fields of the form, as src/profiles/extensions/form.ts names and validates them.';
