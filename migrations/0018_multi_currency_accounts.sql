alter table ledger_accounts
  drop constraint ledger_accounts_account_check,
  add constraint ledger_accounts_account_check
    check (account ~ '^(available|held|transfer):[0-9]+$|^owed$') not valid;
alter table ledger_accounts validate constraint ledger_accounts_account_check;
comment on column ledger_accounts.account is
  'available:<balance id>, held:<balance id> (the open card authorisations of the balance), transfer:<transfer id>, or owed (what the profile owes, at most zero).';
comment on column ledger_postings.journal is
  'The name of the journal in src/ledger/journals.ts or card-journals.ts.';
