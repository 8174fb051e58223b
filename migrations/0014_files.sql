create table data_keys (
  purpose text not null check (purpose in ('cards', 'documents', 'files')),
  kind text not null check (kind in ('data', 'index')),
  version int not null check (version between 1 and 65535),
  key text not null check (key <> ''),
  sealed boolean not null,
  primary key (purpose, kind, version),
  constraint data_keys_one_index_key check (kind = 'data' or version = 1)
);
comment on table data_keys is
  'Keys with which stored data about people is encrypted. The newest version of a purpose encrypts; each version decrypts what names it.';
comment on column data_keys.purpose is 'What the key encrypts.';
comment on column data_keys.kind is
  'data: encrypts values. index: hashes values, so that an equal one is found; it never changes.';
comment on column data_keys.key is 'Base64 of 32 random bytes, encrypted with a secret of the operator when sealed.';
comment on column data_keys.sealed is 'Whether key is encrypted.';

create table uploaded_file_totals (
  profile_id bigint primary key references profiles,
  size_bytes bigint not null check (size_bytes between 0 and 200 * 1024 * 1024)
);
comment on table uploaded_file_totals is
  'The bytes of the uploaded files that are kept for a profile: its row is locked while a file is added or deleted.';
comment on column uploaded_file_totals.size_bytes is 'The sum over the files of the profile.';

create table uploaded_files (
  profile_id bigint not null references profiles,
  id text not null check (id ~ '^[0-9a-f]{12}$'),
  purpose text not null check (purpose in ('verification', 'dispute')),
  file_name text not null,
  kind text not null check (kind in ('jpg', 'png', 'pdf')),
  size_bytes int not null check (size_bytes between 1 and 10 * 1024 * 1024),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  primary key (profile_id, id),
  constraint uploaded_files_expire_unless_used check ((used_at is null) = (expires_at is not null))
);
create index uploaded_files_expiring on uploaded_files (expires_at) where expires_at is not null;
comment on table uploaded_files is
  'Files that clients have sent, encrypted. No operation returns their content.';
comment on column uploaded_files.purpose is 'The kind of request that the file was sent for.';
comment on column uploaded_files.file_name is 'As the client sent it, without folders; for people only.';
comment on column uploaded_files.kind is 'Found from the content.';
comment on column uploaded_files.size_bytes is 'Of the content before it was encrypted.';
comment on column uploaded_files.sha256 is 'Of the content before it was encrypted, in hexadecimal.';
comment on column uploaded_files.content is 'Encrypted with the data key for files; the id is authenticated.';
comment on column uploaded_files.expires_at is 'When the file is deleted unless it is used before; null once it is used.';
