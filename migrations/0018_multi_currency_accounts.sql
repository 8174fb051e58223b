-- The tables are locked while their rows are read. The constraint becomes wider, so every row is valid.
alter table ledger_accounts drop constraint ledger_accounts_account_check;
-- squawk-ignore constraint-missing-not-valid
alter table ledger_accounts add check (account ~ '^(available|held|transfer):[0-9]+$|^owed$');
comment on column ledger_accounts.account is
  'available:<balance id>, held:<balance id> (the open card authorisations of the balance), transfer:<transfer id>, or owed (what the profile owes, at most zero).';
comment on column ledger_postings.journal is
  'The name of the journal in src/ledger/journals.ts or card-journals.ts.';

-- squawk-ignore ban-drop-not-null
alter table recipients alter column currency drop not null;
-- squawk-ignore constraint-missing-not-valid
alter table recipients add constraint recipients_currency_unless_balance check ((currency is null) = (type = 'balance'));
comment on column recipients.currency is
  'Null for the type balance only: the recipient of the balances of the profile is paid in every currency that they are held in.';
comment on column recipients.hash is
  'SHA-256 of name, currency, type and details, or of the type alone for balance: two recipients of a profile with the same hash are one.';

create table multi_currency_accounts (
  profile_id bigint primary key references profiles,
  id bigint generated always as identity,
  recipient_id bigint not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  foreign key (profile_id, recipient_id) references recipients
);
comment on table multi_currency_accounts is
  'What all balances of a profile are together. Made with the first balance of the profile, in the same statement.';
comment on column multi_currency_accounts.recipient_id is
  'The recipient of type balance: money that is sent to it arrives on a balance of the profile.';
comment on column multi_currency_accounts.modified_at is 'When a balance was last opened or closed.';

insert into recipients
  (profile_id, user_id, account_holder_name, type, legal_type, details, hash, owned_by_customer, refund, created_at)
select p.id, p.user_id,
       case p.type when 'BUSINESS' then p.details ->> 'name'
                   else concat_ws(' ', p.details ->> 'firstName', p.details ->> 'lastName') end,
       'balance', case p.type when 'BUSINESS' then 'BUSINESS' else 'PRIVATE' end,
       '{}', encode(sha256('balance'), 'hex'), true, false, b.created_at
  from profiles p
  join (select profile_id, min(created_at) as created_at from balances group by profile_id) b
    on b.profile_id = p.id
 order by p.id;

-- A closed balance was last modified when it was closed.
insert into multi_currency_accounts (profile_id, recipient_id, created_at, modified_at)
select r.profile_id, r.id, r.created_at, b.modified_at
  from recipients r
  join (select profile_id,
               max(case state when 'CLOSED' then modified_at else created_at end) as modified_at
          from balances group by profile_id) b on b.profile_id = r.profile_id
 where r.type = 'balance'
 order by r.profile_id;

select assume_many_rows_per_profile(array['multi_currency_accounts']);
