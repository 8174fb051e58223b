-- What the console of live mode keeps, and indexes for what waits there for a person (D129).

create table operator_actions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  key uuid not null,
  action text not null check (action <> ''),
  options text not null check (options <> ''),
  lines text[] not null default '{}',
  created_at timestamptz not null,
  constraint operator_actions_one_per_key unique (operator_id, key)
);
comment on table operator_actions is
  'What operators have done in the console. A repeated key returns the lines of the first request. Rows are kept for ever.';
comment on column operator_actions.operator_id is 'Who has done it.';
comment on column operator_actions.action is 'The command of the operator, such as pay-out confirm.';
comment on column operator_actions.options is 'The options of the command as JSON with sorted keys: a repeated key must have the same.';
comment on column operator_actions.lines is 'The result that was shown.';

create table security_log (
  id bigint generated always as identity primary key,
  event text not null check (event <> ''),
  nature text not null check (nature in ('failure', 'change')),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  operator_id bigint,
  operation text,
  address text,
  trace_id uuid,
  occurred_at timestamptz not null,
  expires_at timestamptz not null
);
create index security_log_expiring on security_log (expires_at);
comment on table security_log is
  'The security log of live mode, which also goes to standard output, for the console (D121). No foreign keys: an entry outlives what it names.';
comment on column security_log.event is 'The name of the event, such as operators.logged-in.';
comment on column security_log.nature is 'failure: a request was refused. change: credentials, access or data changed.';
comment on column security_log.fields is 'The declared fields of the event: integers and words, no secret and no name.';
comment on column security_log.operator_id is 'The operator whom the event names; null without one.';
comment on column security_log.operation is 'The operation of the request; null for the console and the command line.';
comment on column security_log.address is 'The client address; null for the command line.';
comment on column security_log.trace_id is 'The value of the reply header x-trace-id.';

-- Each index has only the rows that wait.
-- squawk-ignore require-concurrent-index-creation
create index transfers_in_progress on transfers (status, id)
  where status in ('processing', 'funds_converted', 'bounced_back');
-- squawk-ignore require-concurrent-index-creation
create index deliveries_failed on deliveries (id) where state = 'FAILED';
-- squawk-ignore require-concurrent-index-creation
create index disputes_open on disputes (created_at, id)
  where sub_status in ('SUBMITTED', 'IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED');
-- squawk-ignore require-concurrent-index-creation
create index identity_documents_waiting on identity_documents (updated_at) where state = 'WAITING';
-- squawk-ignore require-concurrent-index-creation
create index cdd_checks_in_review on cdd_checks (updated_at) where state = 'IN_REVIEW';
-- squawk-ignore require-concurrent-index-creation
create index profiles_unverified on profiles (id) where not verified and state <> 'DEACTIVATED';
