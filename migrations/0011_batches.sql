create table batch_groups (
  profile_id bigint not null references profiles,
  id uuid not null,
  number bigint generated always as identity,
  user_id bigint not null references users,
  name text not null check (char_length(name) between 1 and 100),
  source_currency text not null check (source_currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('NEW', 'COMPLETED', 'MARKED_FOR_CANCELLATION',
    'PROCESSING_CANCEL', 'CANCELLED')),
  version int not null default 0 check (version >= 0),
  members int not null default 0 check (members between 0 and 1000),
  pay_in_amount money_minor not null default 0 check (pay_in_amount >= 0),
  paid boolean not null default false,
  debited boolean not null default false,
  created_at timestamptz not null,
  lapses_at timestamptz,
  cancels_at timestamptz,
  primary key (profile_id, id),
  constraint batch_groups_one_per_name unique (profile_id, name)
);
create unique index batch_groups_by_number on batch_groups (profile_id, number);
create index batch_groups_lapsing on batch_groups (lapses_at)
  where status in ('NEW', 'COMPLETED') and not paid and not debited;
create index batch_groups_cancelling on batch_groups (cancels_at) where cancels_at is not null;
comment on table batch_groups is 'Transfers that are paid together.';
comment on column batch_groups.number is 'Short enough for a payment reference.';
comment on column batch_groups.version is 'Raised by every change; a change names the version it has read.';
comment on column batch_groups.members is 'How many transfers were ever added.';
comment on column batch_groups.pay_in_amount is 'What the members that still wait cost by bank transfer.';
comment on column batch_groups.debited is
  'A direct debit is under way: nothing else may pay or end the group.';
comment on column batch_groups.lapses_at is 'When the first of the waiting members lapses, and the group with it.';
comment on column batch_groups.cancels_at is 'Since when the group is to be cancelled, until it is.';

create table batch_payments (
  profile_id bigint not null,
  batch_group_id uuid not null,
  id bigint generated always as identity,
  method text not null check (method in ('BALANCE', 'BANK_TRANSFER', 'DIRECT_DEBIT')),
  amount money_minor not null check (amount between 1 and 999999999999999),
  fee money_minor not null check (fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  primary key (profile_id, batch_group_id),
  foreign key (profile_id, batch_group_id) references batch_groups
);
comment on table batch_payments is 'The payment of a batch group; at most one.';
comment on column batch_payments.fee is 'What the members were charged in all, contained in amount.';

create table debit_accounts (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  type text not null check (type in ('ACH', 'EFT')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null,
  primary key (profile_id, id)
);
comment on table debit_accounts is 'Accounts at other banks that may be debited.';
comment on column debit_accounts.details is 'The fields of the account, as they were accepted.';

create table payment_initiations (
  profile_id bigint not null,
  id bigint generated always as identity,
  batch_group_id uuid not null,
  user_id bigint not null references users,
  account_id bigint not null,
  account_type text not null check (account_type in ('ACH', 'EFT')),
  reference text not null check (char_length(reference) between 1 and 10),
  status text not null
    check (status in ('NEW', 'PROCESSING', 'COMPLETED', 'FAILED', 'CHARGED_BACK')),
  pay_in_id bigint,
  event_count int not null default 0 check (event_count >= 0),
  created_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, batch_group_id) references batch_groups,
  foreign key (profile_id, account_id) references debit_accounts
);
create unique index payment_initiations_one_not_failed on payment_initiations (profile_id, batch_group_id)
  where status <> 'FAILED';
comment on table payment_initiations is 'Direct debits that pay batch groups.';
comment on column payment_initiations.account_id is 'The debit account.';
comment on column payment_initiations.account_type is 'Decides what the payment system answers with.';
comment on column payment_initiations.pay_in_id is 'The id of the payment that it brings in, known from PROCESSING on.';
comment on column payment_initiations.event_count is 'Counts the events of the initiation.';

select assume_many_rows_per_profile(array['batch_groups', 'debit_accounts', 'payment_initiations']);
