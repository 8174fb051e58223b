-- Identity documents of people (Spec B 4.2) and the additional verification of customers in the European Economic Area
-- (Spec B 4.4).

create table identity_documents (
  profile_id bigint not null references profiles,
  type text not null check (type in (
    'DRIVERS_LICENCE', 'IDENTITY_CARD', 'GREEN_CARD', 'MY_NUMBER', 'PASSPORT', 'SSN', 'EMIRATES_EMPLOYER',
    'EMIRATES_PLACE_OF_BIRTH', 'CPF_CNPJ', 'FINANCIAL_CAPACITY_BR', 'OTHER')),
  state text not null check (state in ('WAITING', 'ACCEPTED', 'REFUSED')),
  details bytea not null check (length(details) > 0),
  content_index text not null check (content_index ~ '^[0-9a-f]{64}$'),
  number_index text check (number_index ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (profile_id, type)
);
create index identity_documents_same_number on identity_documents (number_index)
  where number_index is not null;
comment on table identity_documents is
  'Identity documents of people: one of each type, the latest. Refused input is not stored.';
comment on column identity_documents.state is 'The decision of the operator; WAITING until there is one.';
comment on column identity_documents.details is
  'The fields of the document, encrypted with a data key and bound to the profile and the type.';
comment on column identity_documents.content_index is
  'Keyed hash of all fields: equal for a document that is sent again.';
comment on column identity_documents.number_index is
  'Keyed hash of type and number, which finds the same document at other profiles. Null for a document without a number.';

create table cdd_checks (
  profile_id bigint primary key references profiles,
  state text not null check (state in ('NONE', 'REQUIRED', 'IN_REVIEW', 'EVIDENCE_REQUIRED', 'VERIFIED')),
  required_evidences text[] not null default '{}',
  review_outcome text check (review_outcome <> ''),
  review_count int not null default 0 check (review_count >= 0),
  review_at timestamptz,
  event_count int not null default 0 check (event_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cdd_checks_review_while_in_review check (review_at is null or state = 'IN_REVIEW')
);
create index cdd_checks_due on cdd_checks (review_at, profile_id) where review_at is not null;
comment on table cdd_checks is
  'The additional verification of a profile. A profile without a row has the state NONE too.';
comment on column cdd_checks.required_evidences is 'What the state demands, in the words of the interface.';
comment on column cdd_checks.review_outcome is 'Why the latest review demanded more, when it gave a reason.';
comment on column cdd_checks.review_count is
  'Counts the decisions: evidence counts for the review that follows it.';
comment on column cdd_checks.review_at is 'When the sandbox decides; null where an operator does.';
comment on column cdd_checks.event_count is 'Counts the events of the check.';

create table cdd_evidences (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  review_count int not null check (review_count >= 0),
  kind text not null check (kind <> ''),
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null,
  primary key (profile_id, id)
);
create unique index cdd_evidences_one_of_kind
  on cdd_evidences (profile_id, review_count, kind);
comment on column cdd_evidences.kind is 'ACCOUNT_PURPOSE, EXPLANATION or the type of the document.';
comment on table cdd_evidences is
  'What customers have sent for their additional verification: answers, documents and explanations, oldest first.';
comment on column cdd_evidences.review_count is
  'The decisions before it. Between two decisions, later answers and explanations replace earlier ones, and a document of one type is taken once.';
comment on column cdd_evidences.details is
  'The answers, the texts, or the ids of the files, as src/verification/checks names them.';
