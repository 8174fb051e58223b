-- The schema after all migrations. Printed by `npm run print`; edit migrations/ instead.

create domain money_minor as numeric(20,0);

CREATE OR REPLACE FUNCTION public.assume_many_rows_per_profile(tables text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  each text;
begin
  foreach each in array tables loop
    perform pg_restore_attribute_stats(
      'schemaname', current_schema()::text, 'relname', each, 'attname', 'profile_id', 'inherited', false,
      'null_frac', 0.0::real, 'avg_width', 8, 'n_distinct', 1.0::real);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.booked_options(options jsonb, pay_in text, target_minor numeric)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_agg(
           case when option ->> 'payIn' = pay_in
                then option || jsonb_build_object('targetMinor', target_minor::text)
                else option end
           order by number)
    from jsonb_array_elements(options) with ordinality as o (option, number)
$function$;

CREATE OR REPLACE FUNCTION public.may_hold_rate(tenant bigint, moment timestamp with time zone, rates_max integer, quote uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if rates_max = 0 then return true; end if;
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= rates_max then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  if (select count(*) from quotes
       where profile_id = tenant and holds_rate and expires_at > moment) >= rates_max then
    return false;
  end if;
  if exists (select from quotes
              where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE'
                and source_currency <> target_currency and not live_rate and expires_at > moment) then
    perform release_conversion_rates(tenant, moment, rates_max, quote);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.must(ok boolean, tag text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if ok then return true; end if;
  raise exception using errcode = 'GW001', message = tag;
end $function$;

CREATE OR REPLACE FUNCTION public.rates_held(tenant bigint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select count(*) from quotes where profile_id = tenant and holds_rate and expires_at > moment
$function$;

CREATE OR REPLACE FUNCTION public.refuse_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is history: rows are added, never changed', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.release_conversion_rates(tenant bigint, moment timestamp with time zone, rates_max integer, new_quote uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  free int;
begin
  if rates_max = 0 then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended('quotes.rates_held', tenant));
  free := rates_max - 1 - rates_held(tenant, moment);
  update quotes q set live_rate = true
   where q.profile_id = tenant and q.status = 'PENDING' and not q.live_rate
     and q.id in (
       select id from quotes
        where profile_id = tenant and status = 'PENDING' and pay_out = 'BALANCE' and id <> new_quote
          and source_currency <> target_currency and not live_rate and expires_at > moment
        order by expires_at desc, id
       offset greatest(free, 0));
  return free >= 0;
end $function$;

CREATE OR REPLACE FUNCTION public.schedule_check_of_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update hold_limit_checks set due_at = least(due_at, new.occurred_at)
   where profile_id = new.profile_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.schedule_check_of_new_country()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into hold_limit_checks as c (profile_id, country, country_changed_at, due_at)
  values (new.profile_id, new.details ->> 'country', new.updated_at, new.updated_at)
  on conflict (profile_id) do update
     set country = excluded.country, country_changed_at = excluded.country_changed_at,
         due_at = excluded.due_at
   where c.country is distinct from excluded.country;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_debt(tenant bigint, moment timestamp with time zone, subject text, credited_account text, currency_code text, credit_minor numeric)
 RETURNS TABLE(delta_minor numeric, balance_minor numeric, sequence integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  settled numeric;
begin
  select least(credit_minor, -a.balance) into settled from ledger_accounts a
   where a.profile_id = tenant and a.account = 'owed' and a.currency = currency_code
     for update;
  if not found or settled <= 0 then return; end if;
  update ledger_accounts a set balance = a.balance + settled, sequence = a.sequence + 1
   where a.profile_id = tenant and a.account = 'owed' and a.currency = currency_code;
  insert into ledger_postings
    (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
  values (tenant, 'debt-settled', subject, credited_account, 'owed', currency_code, settled, moment);
  return query
    update ledger_accounts a set balance = a.balance - settled, sequence = a.sequence + 1
     where a.profile_id = tenant and a.account = credited_account and a.currency = currency_code
    returning -settled, a.balance::numeric, a.sequence;
end $function$;

create table addresses (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  role text,
  details jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (profile_id, id),
  constraint addresses_role_check CHECK ((role = ANY (ARRAY['PRIMARY'::text, 'OPERATIONAL'::text])))
);
CREATE UNIQUE INDEX addresses_one_primary ON public.addresses USING btree (profile_id) WHERE (role = 'PRIMARY'::text);

create table applications (
  id bigint generated always as identity not null,
  client_key text not null,
  name text not null,
  secret_hash text,
  redirect_uris text[] default '{}'::text[] not null,
  partner_price numeric(9,6) default 0 not null,
  created_at timestamp with time zone not null,
  constraint applications_pkey PRIMARY KEY (id),
  constraint applications_client_key_key UNIQUE (client_key),
  constraint applications_partner_price_check CHECK (((partner_price >= (0)::numeric) AND (partner_price <= 0.5)))
);

create table authorization_codes (
  hash text not null,
  application_id bigint not null,
  user_id bigint not null,
  redirect_uri text not null,
  code_challenge text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint authorization_codes_pkey PRIMARY KEY (hash)
);
CREATE INDEX authorization_codes_expires_at_idx ON public.authorization_codes USING btree (expires_at);
CREATE INDEX authorization_codes_user_id_idx ON public.authorization_codes USING btree (user_id);

create table balance_entries (
  profile_id bigint not null,
  balance_id bigint not null,
  sequence integer not null,
  id bigint generated always as identity not null,
  delta money_minor not null,
  balance money_minor not null,
  reference text not null,
  channel text not null,
  occurred_at timestamp with time zone not null,
  constraint balance_entries_pkey PRIMARY KEY (profile_id, balance_id, sequence)
);
CREATE INDEX balance_entries_profile_id_balance_id_occurred_at_idx ON public.balance_entries USING btree (profile_id, balance_id, occurred_at);

create table balance_movements (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  type text not null,
  state text not null,
  source_balance_id bigint,
  target_balance_id bigint,
  source_currency text,
  source_amount money_minor,
  target_currency text,
  target_amount money_minor,
  fee money_minor,
  rate numeric,
  quote_id uuid,
  channel text not null,
  created_at timestamp with time zone not null,
  constraint balance_movements_pkey PRIMARY KEY (profile_id, id),
  constraint balance_movements_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'REVERSED'::text]))),
  constraint balance_movements_type_check CHECK ((type = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'CONVERSION'::text])))
);
CREATE INDEX balance_movements_by_time ON public.balance_movements USING btree (profile_id, created_at, id);

create table balances (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  currency text not null,
  type text not null,
  name text,
  icon text,
  state text default 'OPEN'::text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint balances_pkey PRIMARY KEY (profile_id, id),
  constraint balances_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text]))),
  constraint balances_type_check CHECK ((type = ANY (ARRAY['STANDARD'::text, 'SAVINGS'::text])))
);
CREATE UNIQUE INDEX balances_one_standard ON public.balances USING btree (profile_id, currency) WHERE ((type = 'STANDARD'::text) AND (state = 'OPEN'::text));

create table batch_groups (
  profile_id bigint not null,
  id uuid not null,
  number bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  source_currency text not null,
  status text not null,
  version integer default 0 not null,
  members integer default 0 not null,
  pay_in_amount money_minor default 0 not null,
  paid boolean default false not null,
  debited boolean default false not null,
  created_at timestamp with time zone not null,
  lapses_at timestamp with time zone,
  cancels_at timestamp with time zone,
  constraint batch_groups_pkey PRIMARY KEY (profile_id, id),
  constraint batch_groups_one_per_name UNIQUE (profile_id, name),
  constraint batch_groups_members_check CHECK (((members >= 0) AND (members <= 1000))),
  constraint batch_groups_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint batch_groups_pay_in_amount_check CHECK (((pay_in_amount)::numeric >= (0)::numeric)),
  constraint batch_groups_status_check CHECK ((status = ANY (ARRAY['NEW'::text, 'COMPLETED'::text, 'MARKED_FOR_CANCELLATION'::text, 'PROCESSING_CANCEL'::text, 'CANCELLED'::text])))
);
CREATE UNIQUE INDEX batch_groups_by_number ON public.batch_groups USING btree (profile_id, number);
CREATE INDEX batch_groups_cancelling ON public.batch_groups USING btree (cancels_at) WHERE (cancels_at IS NOT NULL);
CREATE INDEX batch_groups_lapsing ON public.batch_groups USING btree (lapses_at) WHERE ((status = ANY (ARRAY['NEW'::text, 'COMPLETED'::text])) AND (NOT paid) AND (NOT debited));

create table batch_payments (
  profile_id bigint not null,
  batch_group_id uuid not null,
  id bigint generated always as identity not null,
  method text not null,
  amount money_minor not null,
  fee money_minor not null,
  currency text not null,
  created_at timestamp with time zone not null,
  constraint batch_payments_pkey PRIMARY KEY (profile_id, batch_group_id),
  constraint batch_payments_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint batch_payments_fee_check CHECK (((fee)::numeric >= (0)::numeric)),
  constraint batch_payments_method_check CHECK ((method = ANY (ARRAY['BALANCE'::text, 'BANK_TRANSFER'::text, 'DIRECT_DEBIT'::text])))
);

create table debit_accounts (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  type text not null,
  currency text not null,
  details jsonb not null,
  created_at timestamp with time zone not null,
  constraint debit_accounts_pkey PRIMARY KEY (profile_id, id),
  constraint debit_accounts_type_check CHECK ((type = ANY (ARRAY['ACH'::text, 'EFT'::text])))
);

create table deliveries (
  profile_id bigint not null,
  id uuid default uuidv7() not null,
  subscription_id uuid not null,
  event_name text not null,
  subject text not null,
  number integer not null,
  test boolean default false not null,
  body text not null,
  signature_sha256 text,
  signature_sha1 text,
  state text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone,
  leased_until timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_status integer,
  last_error text,
  last_elapsed_ms integer,
  created_at timestamp with time zone not null,
  constraint deliveries_pkey PRIMARY KEY (profile_id, id),
  constraint deliveries_due_state CHECK (((due_at IS NULL) OR (state = ANY (ARRAY['QUEUED'::text, 'RETRYING'::text])))),
  constraint deliveries_retrying_due CHECK (((due_at IS NOT NULL) OR (state <> 'RETRYING'::text))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RETRYING'::text, 'DELIVERED'::text, 'FAILED'::text, 'STOPPED'::text])))
);
CREATE INDEX deliveries_due ON public.deliveries USING btree (subscription_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_log ON public.deliveries USING btree (subscription_id, state, id);
CREATE INDEX deliveries_queued ON public.deliveries USING btree (subscription_id, profile_id, subject, number) WHERE (state = 'QUEUED'::text);

create table events (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  subject text not null,
  number integer not null,
  payload json not null,
  occurred_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (profile_id, id)
);
CREATE INDEX events_undispatched ON public.events USING btree (id) WHERE (dispatched_at IS NULL);

create table excess_money_accounts (
  profile_id bigint not null,
  recipient_id bigint not null,
  user_id bigint not null,
  updated_at timestamp with time zone not null,
  constraint excess_money_accounts_pkey PRIMARY KEY (profile_id)
);

create table factor_attempts (
  user_id bigint not null,
  factor text not null,
  failures integer default 0 not null,
  locked_until timestamp with time zone,
  constraint factor_attempts_pkey PRIMARY KEY (user_id, factor),
  constraint factor_attempts_factor_check CHECK ((factor = ANY (ARRAY['PIN'::text, 'FACE_MAP'::text, 'SMS'::text, 'SIGNATURE'::text]))),
  constraint factor_attempts_failures_check CHECK ((failures >= 0))
);

create table grants (
  application_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint grants_pkey PRIMARY KEY (application_id, user_id)
);
CREATE INDEX grants_user_id_idx ON public.grants USING btree (user_id);

create table hold_limit_breaches (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  currency text not null,
  amount money_minor not null,
  state text not null,
  closing_reason text,
  event_count integer not null,
  sends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint hold_limit_breaches_pkey PRIMARY KEY (profile_id, id),
  constraint hold_limit_breaches_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint hold_limit_breaches_closing_reason_check CHECK ((closing_reason = ANY (ARRAY['AUTOMATICALLY_RESOLVED'::text, 'MANUALLY_RESOLVED'::text]))),
  constraint hold_limit_breaches_reason_when_closed CHECK (((state = 'CLOSED'::text) = (closing_reason IS NOT NULL))),
  constraint hold_limit_breaches_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text])))
);
CREATE UNIQUE INDEX hold_limit_breaches_one_open ON public.hold_limit_breaches USING btree (profile_id) WHERE (state = 'OPEN'::text);

create table hold_limit_checks (
  profile_id bigint not null,
  country text not null,
  country_changed_at timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint hold_limit_checks_pkey PRIMARY KEY (profile_id)
);
CREATE INDEX hold_limit_checks_due ON public.hold_limit_checks USING btree (due_at, profile_id);

create table idempotency_keys (
  scope text not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  held_until timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (scope, operation, key)
);
CREATE INDEX idempotency_keys_expires_at_idx ON public.idempotency_keys USING btree (expires_at);

create table installation (
  only_row boolean default true not null,
  mode text not null,
  clock_offset_ms bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_clock_offset_ms_check CHECK ((clock_offset_ms >= 0)),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  constraint installation_only_row_check CHECK (only_row)
);

create table ledger_accounts (
  profile_id bigint not null,
  account text not null,
  currency text not null,
  balance money_minor not null,
  sequence integer not null,
  constraint ledger_accounts_pkey PRIMARY KEY (profile_id, account, currency),
  constraint never_below_zero CHECK ((((balance)::numeric >= (0)::numeric) OR (account = 'owed'::text))),
  constraint owed_never_above_zero CHECK ((((balance)::numeric <= (0)::numeric) OR (account <> 'owed'::text)))
);

create table ledger_postings (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  journal text not null,
  reference text not null,
  from_account text not null,
  to_account text not null,
  currency text not null,
  amount money_minor not null,
  posted_at timestamp with time zone not null,
  constraint ledger_postings_pkey PRIMARY KEY (profile_id, id),
  constraint ledger_postings_amount_check CHECK (((amount)::numeric > (0)::numeric))
);
CREATE INDEX ledger_postings_profile_id_reference_idx ON public.ledger_postings USING btree (profile_id, reference);

create table one_time_tokens (
  hash text not null,
  user_id bigint not null,
  application_id bigint,
  epoch integer not null,
  action text not null,
  risk text not null,
  binding text not null,
  covers text,
  needed integer not null,
  offered text[] not null,
  passed text[] default '{}'::text[] not null,
  sms_code_hash text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by bigint,
  constraint one_time_tokens_pkey PRIMARY KEY (hash),
  constraint one_time_tokens_needed_check CHECK ((needed > 0)),
  constraint one_time_tokens_risk_check CHECK ((risk = ANY (ARRAY['high'::text, 'low'::text])))
);
CREATE INDEX one_time_tokens_expires_at_idx ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user_id_used_by_used_at_idx ON public.one_time_tokens USING btree (user_id, used_by, used_at);

create table payload_keys (
  version integer not null,
  public_key text not null,
  private_key text not null,
  sealed boolean not null,
  constraint payload_keys_pkey PRIMARY KEY (version)
);

create table payment_initiations (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  batch_group_id uuid not null,
  user_id bigint not null,
  account_id bigint not null,
  account_type text not null,
  reference text not null,
  status text not null,
  pay_in_id bigint,
  event_count integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint payment_initiations_pkey PRIMARY KEY (profile_id, id),
  constraint payment_initiations_account_type_check CHECK ((account_type = ANY (ARRAY['ACH'::text, 'EFT'::text]))),
  constraint payment_initiations_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 10))),
  constraint payment_initiations_status_check CHECK ((status = ANY (ARRAY['NEW'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CHARGED_BACK'::text])))
);
CREATE UNIQUE INDEX payment_initiations_one_not_failed ON public.payment_initiations USING btree (profile_id, batch_group_id) WHERE (status <> 'FAILED'::text);

create table phone_numbers (
  user_id bigint not null,
  id bigint generated always as identity not null,
  phone_number text,
  type text default 'PRIMARY'::text not null,
  verified_at timestamp with time zone,
  verified_epoch integer default 0 not null,
  code_hash text,
  code_epoch integer not null,
  code_expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint phone_numbers_pkey PRIMARY KEY (user_id, id),
  constraint phone_numbers_forgotten CHECK (((phone_number IS NULL) = (deleted_at IS NOT NULL))),
  constraint phone_numbers_type_check CHECK ((type = 'PRIMARY'::text))
);
CREATE UNIQUE INDEX phone_numbers_unique ON public.phone_numbers USING btree (user_id, phone_number);

create table profile_owners (
  profile_id bigint not null,
  user_id bigint not null,
  type text not null,
  constraint profile_owners_pkey PRIMARY KEY (profile_id),
  constraint profile_owners_type_check CHECK ((type = ANY (ARRAY['PERSONAL'::text, 'BUSINESS'::text])))
);
CREATE INDEX profile_owners_user_id_profile_id_idx ON public.profile_owners USING btree (user_id, profile_id);

create table profiles (
  id bigint generated always as identity not null,
  public_id uuid not null,
  user_id bigint not null,
  application_id bigint,
  type text not null,
  details jsonb not null,
  identity_key text,
  verified boolean default false not null,
  update_window text default 'CLOSED'::text not null,
  state text default 'VISIBLE'::text not null,
  event_count integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_state_check CHECK ((state = ANY (ARRAY['VISIBLE'::text, 'HIDDEN'::text, 'DEACTIVATED'::text]))),
  constraint profiles_type_check CHECK ((type = ANY (ARRAY['PERSONAL'::text, 'BUSINESS'::text]))),
  constraint profiles_update_window_check CHECK ((update_window = ANY (ARRAY['CLOSED'::text, 'OPEN'::text])))
);
CREATE UNIQUE INDEX profiles_one_person ON public.profiles USING btree (application_id, identity_key) WHERE ((type = 'PERSONAL'::text) AND (state <> 'DEACTIVATED'::text));
CREATE UNIQUE INDEX profiles_one_personal ON public.profiles USING btree (user_id) WHERE ((type = 'PERSONAL'::text) AND (state <> 'DEACTIVATED'::text));
CREATE INDEX profiles_user_id_id_idx ON public.profiles USING btree (user_id, id);

create table quote_numbers (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  quote_id uuid not null,
  constraint quote_numbers_pkey PRIMARY KEY (profile_id, id)
);

create table quotes (
  profile_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  application_id bigint,
  client_id text,
  partner_price numeric(9,6),
  source_currency text not null,
  target_currency text not null,
  provided text not null,
  provided_amount money_minor not null,
  rate numeric not null,
  status text default 'PENDING'::text not null,
  pay_out text not null,
  preferred_pay_in text,
  target_account bigint,
  target_account_owned boolean,
  pay_out_country text,
  price_set_id integer not null,
  price_decision_id uuid not null,
  options jsonb not null,
  notices jsonb not null,
  version integer default 0 not null,
  live_rate boolean default false not null,
  holds_rate boolean default false not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint quotes_pkey PRIMARY KEY (profile_id, id),
  constraint quotes_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'FUNDED'::text])))
);
CREATE INDEX quotes_holding_conversion_rate ON public.quotes USING btree (profile_id, expires_at) WHERE ((status = 'PENDING'::text) AND (pay_out = 'BALANCE'::text) AND (source_currency <> target_currency) AND (NOT live_rate));
CREATE INDEX quotes_holding_rate ON public.quotes USING btree (profile_id, expires_at) WHERE holds_rate;

create table rate_points (
  currency text not null,
  at timestamp with time zone not null,
  per_usd numeric not null,
  source text not null,
  constraint rate_points_pkey PRIMARY KEY (currency, at),
  constraint rate_points_currency_check CHECK ((currency <> 'USD'::text)),
  constraint rate_points_per_usd_check CHECK ((per_usd > (0)::numeric))
);

create table recipients (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  account_holder_name text not null,
  currency text not null,
  country text,
  type text not null,
  legal_type text,
  details jsonb not null,
  hash text not null,
  owned_by_customer boolean not null,
  refund boolean not null,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  constraint recipients_pkey PRIMARY KEY (profile_id, id),
  constraint recipients_legal_type_check CHECK ((legal_type = ANY (ARRAY['PRIVATE'::text, 'BUSINESS'::text])))
);
CREATE INDEX recipients_by_creator ON public.recipients USING btree (profile_id, active, user_id, currency, id);
CREATE INDEX recipients_by_currency ON public.recipients USING btree (profile_id, active, currency, id);
CREATE INDEX recipients_by_id ON public.recipients USING btree (profile_id, active, id);
CREATE INDEX recipients_by_owner ON public.recipients USING btree (profile_id, active, owned_by_customer, currency, id);
CREATE INDEX recipients_by_type ON public.recipients USING btree (profile_id, active, type, currency, id);
CREATE UNIQUE INDEX recipients_unique ON public.recipients USING btree (profile_id, hash) WHERE active;

create table sandbox_mails (
  id bigint generated always as identity not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamp with time zone not null,
  constraint sandbox_mails_pkey PRIMARY KEY (id)
);

create table security_holders (
  user_id bigint not null,
  epoch integer default 0 not null,
  removal_epoch integer,
  locked_until timestamp with time zone,
  wrong_answers timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  codes_sent timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  new_number_codes_sent timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  changed_number_codes_sent timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint security_holders_pkey PRIMARY KEY (user_id)
);

create table signing_keys (
  algorithm text not null,
  public_key text not null,
  private_key text not null,
  sealed boolean not null,
  constraint signing_keys_pkey PRIMARY KEY (algorithm),
  constraint signing_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['rsa'::text, 'ed25519'::text])))
);

create table subscriptions (
  id uuid default uuidv7() not null,
  application_id bigint,
  profile_id bigint,
  through_application_id bigint,
  name text not null,
  event_name text not null,
  version text not null,
  url text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_one_owner CHECK ((num_nonnulls(application_id, profile_id) = 1))
);
CREATE INDEX subscriptions_of_application ON public.subscriptions USING btree (application_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX subscriptions_of_event ON public.subscriptions USING btree (event_name) WHERE (deleted_at IS NULL);
CREATE INDEX subscriptions_of_profile ON public.subscriptions USING btree (profile_id, id) WHERE (deleted_at IS NULL);

create table sweep_failures (
  sweep text not null,
  profile_id bigint not null,
  id text not null,
  attempts integer not null,
  error text not null,
  retry_at timestamp with time zone not null,
  constraint sweep_failures_pkey PRIMARY KEY (sweep, profile_id, id)
);

create table tokens (
  id bigint generated always as identity not null,
  kind text not null,
  hash text not null,
  user_id bigint,
  application_id bigint,
  code_hash text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_hash_key UNIQUE (hash),
  constraint tokens_application CHECK (((kind = 'personal'::text) OR (application_id IS NOT NULL))),
  constraint tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'personal'::text, 'client'::text, 'refresh'::text]))),
  constraint tokens_user CHECK (((kind = 'client'::text) OR (user_id IS NOT NULL)))
);
CREATE INDEX tokens_code_hash_idx ON public.tokens USING btree (code_hash) WHERE (code_hash IS NOT NULL);
CREATE INDEX tokens_expires_at_idx ON public.tokens USING btree (expires_at);
CREATE INDEX tokens_revoked_at_idx ON public.tokens USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX tokens_user_id_idx ON public.tokens USING btree (user_id);

create table transfer_claims (
  profile_id bigint not null,
  transfer_id bigint not null,
  token_hash text,
  invitations integer default 0 not null,
  invites_at timestamp with time zone,
  last_error text,
  account jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  claimed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint transfer_claims_pkey PRIMARY KEY (profile_id, transfer_id),
  constraint transfer_claims_account_when_claimed CHECK (((claimed_at IS NULL) = (account IS NULL)))
);
CREATE UNIQUE INDEX transfer_claims_by_token ON public.transfer_claims USING btree (profile_id, token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX transfer_claims_expiring ON public.transfer_claims USING btree (expires_at) WHERE ((claimed_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX transfer_claims_inviting ON public.transfer_claims USING btree (invites_at) WHERE (invites_at IS NOT NULL);

create table transfer_payments (
  profile_id bigint not null,
  transfer_id bigint not null,
  id bigint generated always as identity not null,
  method text not null,
  amount money_minor not null,
  currency text not null,
  balance_id bigint,
  created_at timestamp with time zone not null,
  constraint transfer_payments_pkey PRIMARY KEY (profile_id, transfer_id)
);

create table transfers (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  business boolean not null,
  quote_id uuid not null,
  target_account bigint not null,
  source_account bigint,
  batch_group_id uuid,
  customer_transaction_id text,
  original_transfer_id text,
  originator jsonb,
  request_hash text not null,
  status text not null,
  active_issues text[] default '{}'::text[] not null,
  event_count integer not null,
  pay_in text not null,
  pay_out text not null,
  source_currency text not null,
  source_amount money_minor not null,
  fee money_minor not null,
  partner_fee money_minor default 0 not null,
  partner_application_id bigint,
  target_currency text not null,
  target_amount money_minor not null,
  rate numeric not null,
  rate_locked_until timestamp with time zone,
  held_past_lock boolean default false not null,
  details jsonb not null,
  by_email boolean default false not null,
  payin_session_id uuid not null,
  paid_balance_id bigint,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  lapses_at timestamp with time zone,
  advances_at timestamp with time zone,
  constraint transfers_pkey PRIMARY KEY (profile_id, id),
  constraint transfers_one_per_key UNIQUE (profile_id, customer_transaction_id),
  constraint transfers_one_per_quote UNIQUE (profile_id, quote_id),
  constraint transfers_one_client_reference CHECK ((num_nonnulls(customer_transaction_id, original_transfer_id) = 1)),
  constraint transfers_status_check CHECK ((status = ANY (ARRAY['incoming_payment_waiting'::text, 'processing'::text, 'funds_converted'::text, 'outgoing_payment_sent'::text, 'bounced_back'::text, 'funds_refunded'::text, 'cancelled'::text])))
);
CREATE INDEX transfers_advancing ON public.transfers USING btree (advances_at) WHERE (advances_at IS NOT NULL);
CREATE INDEX transfers_by_source_currency ON public.transfers USING btree (profile_id, source_currency, id);
CREATE INDEX transfers_by_status ON public.transfers USING btree (profile_id, status, id);
CREATE INDEX transfers_by_target_currency ON public.transfers USING btree (profile_id, target_currency, id);
CREATE INDEX transfers_by_time ON public.transfers USING btree (profile_id, created_at, id);
CREATE INDEX transfers_lapsing ON public.transfers USING btree (lapses_at) WHERE ((lapses_at IS NOT NULL) AND (batch_group_id IS NULL));
CREATE INDEX transfers_of_group ON public.transfers USING btree (profile_id, batch_group_id, id) WHERE (batch_group_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_one_per_original ON public.transfers USING btree (profile_id, original_transfer_id) WHERE (original_transfer_id IS NOT NULL);
CREATE INDEX transfers_with_active_issues ON public.transfers USING btree (profile_id, status, id) WHERE (active_issues <> '{}'::text[]);

create table user_factors (
  user_id bigint not null,
  factor text not null,
  secret text not null,
  epoch integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint user_factors_pkey PRIMARY KEY (user_id, factor),
  constraint user_factors_factor_check CHECK ((factor = ANY (ARRAY['PIN'::text, 'FACE_MAP'::text])))
);

create table user_signing_keys (
  user_id bigint not null,
  id bigint generated always as identity not null,
  public_key text not null,
  fingerprint text not null,
  epoch integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint user_signing_keys_pkey PRIMARY KEY (user_id, id),
  constraint user_signing_keys_unique UNIQUE (user_id, fingerprint)
);

create table users (
  id bigint generated always as identity not null,
  application_id bigint,
  email text not null,
  contact_email text,
  language text default 'EN'::text not null,
  active boolean default true not null,
  registration_code_hash text,
  shares_registration_code boolean default false not null,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_registration_code ON public.users USING btree (application_id, registration_code_hash) WHERE ((registration_code_hash IS NOT NULL) AND (NOT shares_registration_code));

alter table addresses add constraint addresses_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table authorization_codes add constraint authorization_codes_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table authorization_codes add constraint authorization_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table balance_movements add constraint balance_movements_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table balance_movements add constraint balance_movements_profile_id_source_balance_id_fkey FOREIGN KEY (profile_id, source_balance_id) REFERENCES balances(profile_id, id);

alter table balance_movements add constraint balance_movements_profile_id_target_balance_id_fkey FOREIGN KEY (profile_id, target_balance_id) REFERENCES balances(profile_id, id);

alter table balances add constraint balances_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table deliveries add constraint deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);

alter table factor_attempts add constraint factor_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table grants add constraint grants_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table grants add constraint grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table hold_limit_breaches add constraint hold_limit_breaches_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table hold_limit_checks add constraint hold_limit_checks_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table one_time_tokens add constraint one_time_tokens_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table one_time_tokens add constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table phone_numbers add constraint phone_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table profile_owners add constraint profile_owners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table profiles add constraint profiles_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table profiles add constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table recipients add constraint recipients_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table recipients add constraint recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table security_holders add constraint security_holders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table subscriptions add constraint subscriptions_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table subscriptions add constraint subscriptions_through_application_id_fkey FOREIGN KEY (through_application_id) REFERENCES applications(id);

alter table tokens add constraint tokens_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table tokens add constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table user_factors add constraint user_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table user_signing_keys add constraint user_signing_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table users add constraint users_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

CREATE TRIGGER primary_country_inserted AFTER INSERT ON public.addresses FOR EACH ROW WHEN (((new.role = 'PRIMARY'::text) AND ((new.details ->> 'country'::text) IS NOT NULL))) EXECUTE FUNCTION schedule_check_of_new_country();

CREATE TRIGGER primary_country_updated AFTER UPDATE ON public.addresses FOR EACH ROW WHEN (((new.role = 'PRIMARY'::text) AND ((new.details ->> 'country'::text) IS NOT NULL) AND ((old.role IS DISTINCT FROM new.role) OR ((old.details ->> 'country'::text) IS DISTINCT FROM (new.details ->> 'country'::text))))) EXECUTE FUNCTION schedule_check_of_new_country();

CREATE TRIGGER balance_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.balance_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();

CREATE TRIGGER credit_schedules_check AFTER INSERT ON public.balance_entries FOR EACH ROW WHEN (((new.delta)::numeric > (0)::numeric)) EXECUTE FUNCTION schedule_check_of_credit();

CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
