-- The built-in receivers of webhooks in a sandbox (D130).

create table inboxes (
  user_id bigint not null references users,
  id uuid not null,
  reply_status int not null check (reply_status between 200 and 599),
  reply_delay_ms int not null check (reply_delay_ms between 0 and 6000),
  received_count int not null default 0 check (received_count >= 0),
  created_at timestamptz not null,
  primary key (user_id, id)
);
-- A sender has the id only.
create unique index inboxes_of_id on inboxes (id);
comment on table inboxes is 'Receivers of webhooks at /console/inbox/<id>, which users of a sandbox create.';
comment on column inboxes.reply_status is 'The HTTP status with which it answers.';
comment on column inboxes.reply_delay_ms is 'Milliseconds that it waits before it answers.';
comment on column inboxes.received_count is 'Requests that it has received, also those that are not kept any more.';

create table inbox_requests (
  user_id bigint not null,
  inbox_id uuid not null,
  number int not null check (number > 0),
  headers json not null,
  body bytea not null check (octet_length(body) <= 1048576),
  event_type text,
  signature text not null check (signature in ('VALID', 'INVALID', 'MISSING')),
  received_at timestamptz not null,
  primary key (user_id, inbox_id, number),
  foreign key (user_id, inbox_id) references inboxes on delete cascade
);
comment on table inbox_requests is 'The newest 1,000 requests of each inbox.';
comment on column inbox_requests.inbox_id is 'The inbox that received it.';
comment on column inbox_requests.number is 'Counts the requests of the inbox, from 1.';
comment on column inbox_requests.headers is 'The headers of a short list, by their names in lower case.';
comment on column inbox_requests.event_type is 'The event that the body names; null when it names none.';
comment on column inbox_requests.signature is 'Whether this installation has signed the body, as the headers claim.';
comment on column inbox_requests.received_at is 'By the clock of the sandbox.';
