-- The schema after all migrations. Printed by `npm run print`; edit migrations/ instead.

create domain money_minor as numeric(20,0);

create sequence account_sequence_aud;
create sequence account_sequence_cad;
create sequence account_sequence_eur;
create sequence account_sequence_gbp;
create sequence account_sequence_huf;
create sequence account_sequence_myr;
create sequence account_sequence_nzd;
create sequence account_sequence_ron;
create sequence account_sequence_sgd;
create sequence account_sequence_try;
create sequence account_sequence_usd;

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

create table account_details (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  currency text not null,
  balance_id bigint not null,
  numbers jsonb not null,
  issued_at timestamp with time zone not null,
  constraint account_details_pkey PRIMARY KEY (profile_id, id),
  constraint account_details_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint account_details_numbers_check CHECK ((jsonb_typeof(numbers) = 'object'::text))
);
CREATE INDEX account_details_profile_id_currency_idx ON public.account_details USING btree (profile_id, currency);
comment on table account_details is 'Accounts on which a profile receives money. The newest of a currency is in use; earlier ones still receive money. All end when their balance is closed.';
comment on column account_details.numbers is 'The numbers of the account without separators. src/corridors/issued-accounts defines their names.';
comment on column account_details.issued_at is 'When the account was issued.';

create table account_details_orders (
  profile_id bigint not null,
  id uuid not null,
  currency text not null,
  status text not null,
  verification text not null,
  top_up text,
  account_details_id bigint,
  event_count integer not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint account_details_orders_pkey PRIMARY KEY (profile_id, id),
  constraint account_details_orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint account_details_orders_event_count_check CHECK ((event_count > 0)),
  constraint account_details_orders_issued_when_done CHECK (((status = 'DONE'::text) = (account_details_id IS NOT NULL))),
  constraint account_details_orders_status_check CHECK ((status = ANY (ARRAY['PENDING_USER'::text, 'PENDING_TW'::text, 'REQUIREMENTS_FULFILLED'::text, 'DONE'::text]))),
  constraint account_details_orders_top_up_check CHECK ((top_up = ANY (ARRAY['PENDING_USER'::text, 'DONE'::text]))),
  constraint account_details_orders_verification_check CHECK ((verification = ANY (ARRAY['PENDING_USER'::text, 'PENDING_TW'::text, 'DONE'::text])))
);
CREATE INDEX account_details_orders_by_currency ON public.account_details_orders USING btree (profile_id, currency, created_at);
CREATE UNIQUE INDEX account_details_orders_one_open ON public.account_details_orders USING btree (profile_id, currency) WHERE (status <> 'DONE'::text);
CREATE INDEX account_details_orders_unverified ON public.account_details_orders USING btree (modified_at) WHERE (verification <> 'DONE'::text);
comment on table account_details_orders is 'Orders of account details, and what each still requires.';
comment on column account_details_orders.verification is 'The status of the requirement VERIFICATION.';
comment on column account_details_orders.top_up is 'The status of the requirement TOP_UP, a fee that businesses pay once for each currency; null for a person, who pays no fee.';
comment on column account_details_orders.account_details_id is 'The account that was issued.';
comment on column account_details_orders.event_count is 'Counts the events of the order.';

create table account_numbers (
  currency text not null,
  number text not null,
  profile_id bigint not null,
  account_details_id bigint not null,
  constraint account_numbers_pkey PRIMARY KEY (currency, number),
  constraint account_numbers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint account_numbers_number_check CHECK ((number ~ '^[A-Za-z0-9]+$'::text))
);
comment on table account_numbers is 'Every text by which a payment may name an account, with the owner of the account.';
comment on column account_numbers.number is 'An IBAN, or an account number with the code of its bank before it, without separators.';
comment on column account_numbers.account_details_id is 'The account that has the number.';

create table addresses (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  role text,
  details jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (profile_id, id),
  constraint addresses_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint addresses_role_check CHECK ((role = ANY (ARRAY['PRIMARY'::text, 'OPERATIONAL'::text])))
);
CREATE UNIQUE INDEX addresses_one_primary ON public.addresses USING btree (profile_id) WHERE (role = 'PRIMARY'::text);
comment on table addresses is 'Addresses of profiles. A former primary address stays; a changed address is overwritten.';
comment on column addresses.role is 'Null for an address that was added while the profile had a primary address, or that was replaced as the primary address.';
comment on column addresses.details is 'The fields of the address. parseAddress in src/profiles/rules/address.ts defines and validates them.';

create table applications (
  id bigint generated always as identity not null,
  client_key text not null,
  name text not null,
  secret_hash text,
  redirect_uris text[] default '{}'::text[] not null,
  partner_price numeric(9,6) default 0 not null,
  created_at timestamp with time zone not null,
  trusted boolean default false not null,
  additional_verification boolean default false not null,
  constraint applications_pkey PRIMARY KEY (id),
  constraint applications_client_key_key UNIQUE (client_key),
  constraint applications_client_key_check CHECK ((client_key <> ''::text)),
  constraint applications_name_check CHECK ((name <> ''::text)),
  constraint applications_partner_price_check CHECK (((partner_price >= (0)::numeric) AND (partner_price <= 0.5))),
  constraint applications_secret_hash_check CHECK ((secret_hash <> ''::text))
);
comment on table applications is 'OAuth clients.';
comment on column applications.client_key is 'The client_id.';
comment on column applications.secret_hash is 'SHA-256; null for a public client, which has no secret and must use PKCE.';
comment on column applications.redirect_uris is 'The URIs to which an authorization may redirect; loopback stands for every http URI of the user''s own machine.';
comment on column applications.partner_price is 'Fraction of the source amount that is charged on quotes of the application''s users.';
comment on column applications.trusted is 'Its users'' profiles start verified: the application has verified the people and businesses itself (D41).';
comment on column applications.additional_verification is 'Its users in the European Economic Area need the additional customer verification (B 4.4, D46).';

create table authorization_codes (
  hash text not null,
  application_id bigint not null,
  user_id bigint not null,
  redirect_uri text not null,
  code_challenge text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint authorization_codes_pkey PRIMARY KEY (hash),
  constraint authorization_codes_code_challenge_check CHECK ((code_challenge <> ''::text)),
  constraint authorization_codes_hash_check CHECK ((hash <> ''::text)),
  constraint authorization_codes_redirect_uri_check CHECK ((redirect_uri <> ''::text))
);
CREATE INDEX authorization_codes_expires_at_idx ON public.authorization_codes USING btree (expires_at);
CREATE INDEX authorization_codes_user_id_idx ON public.authorization_codes USING btree (user_id);
comment on table authorization_codes is 'OAuth authorization codes: single use, bound to client and redirect URI.';
comment on column authorization_codes.hash is 'SHA-256. The code itself is not stored.';
comment on column authorization_codes.code_challenge is 'BASE64URL(SHA-256(code_verifier)) of RFC 7636; null when the client sent none.';

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
  constraint balance_entries_pkey PRIMARY KEY (profile_id, balance_id, sequence),
  constraint balance_entries_balance_check CHECK (((balance)::numeric >= (0)::numeric)),
  constraint balance_entries_delta_check CHECK (((delta)::numeric <> (0)::numeric)),
  constraint balance_entries_sequence_check CHECK ((sequence > 0))
);
CREATE INDEX balance_entries_profile_id_balance_id_occurred_at_idx ON public.balance_entries USING btree (profile_id, balance_id, occurred_at);
comment on table balance_entries is 'Every change of a balance, in order: statements and the events balances#update show them. No foreign key to balances, because it costs a funding 13 µs of PostgreSQL time: of 47 µs in a batch of 16, of 100 µs unbatched. The statement that writes the row has updated the balance itself.';
comment on column balance_entries.sequence is 'The sequence of the ledger account after the change.';
comment on column balance_entries.id is 'The step_id of events.';
comment on column balance_entries.delta is 'Positive for a credit.';
comment on column balance_entries.balance is 'What the balance contained after the change.';
comment on column balance_entries.reference is 'What moved the money: transfer:12, movement:7.';
comment on column balance_entries.channel is 'The channel_name of events: TRANSFER, CONVERSION and so on.';

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
  constraint balance_movements_channel_check CHECK ((channel <> ''::text)),
  constraint balance_movements_fee_check CHECK ((((fee)::numeric >= (0)::numeric) AND ((fee)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint balance_movements_rate_check CHECK ((rate > (0)::numeric)),
  constraint balance_movements_source CHECK ((num_nulls(source_balance_id, source_currency, source_amount) = ANY (ARRAY[0, 3]))),
  constraint balance_movements_source_amount_check CHECK ((((source_amount)::numeric >= (1)::numeric) AND ((source_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint balance_movements_source_currency_check CHECK ((source_currency ~ '^[A-Z]{3}$'::text)),
  constraint balance_movements_source_or_target CHECK ((num_nonnulls(source_balance_id, target_balance_id) > 0)),
  constraint balance_movements_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'REVERSED'::text]))),
  constraint balance_movements_target CHECK ((num_nulls(target_balance_id, target_currency, target_amount) = ANY (ARRAY[0, 3]))),
  constraint balance_movements_target_amount_check CHECK ((((target_amount)::numeric >= (1)::numeric) AND ((target_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint balance_movements_target_currency_check CHECK ((target_currency ~ '^[A-Z]{3}$'::text)),
  constraint balance_movements_type_check CHECK ((type = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'CONVERSION'::text])))
);
CREATE INDEX balance_movements_by_time ON public.balance_movements USING btree (profile_id, created_at, id);
comment on table balance_movements is 'Top-ups, conversions and moves between balances of a profile.';
comment on column balance_movements.source_balance_id is 'Null for a top-up, which has no source.';
comment on column balance_movements.fee is 'In the source currency.';
comment on column balance_movements.rate is 'Units of the target currency per unit of the source currency.';
comment on column balance_movements.quote_id is 'The quote of a conversion.';
comment on column balance_movements.channel is 'The channel_name of events.';

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
  constraint balances_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint balances_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text]))),
  constraint balances_type_check CHECK ((type = ANY (ARRAY['STANDARD'::text, 'SAVINGS'::text])))
);
CREATE UNIQUE INDEX balances_one_standard ON public.balances USING btree (profile_id, currency) WHERE ((type = 'STANDARD'::text) AND (state = 'OPEN'::text));
comment on table balances is 'Balances of a profile, one currency each. How much a balance contains is in ledger_accounts, account available:<id>.';
comment on column balances.name is 'The name of the balance; null for a standard balance that was opened without one.';
comment on column balances.icon is 'The emoji of the balance; null without one.';

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
  constraint batch_groups_pay_in_amount_check CHECK (((pay_in_amount)::numeric >= (0)::numeric)),
  constraint batch_groups_source_currency_check CHECK ((source_currency ~ '^[A-Z]{3}$'::text)),
  constraint batch_groups_status_check CHECK ((status = ANY (ARRAY['NEW'::text, 'COMPLETED'::text, 'MARKED_FOR_CANCELLATION'::text, 'PROCESSING_CANCEL'::text, 'CANCELLED'::text]))),
  constraint batch_groups_version_check CHECK ((version >= 0))
);
CREATE UNIQUE INDEX batch_groups_by_number ON public.batch_groups USING btree (profile_id, number);
CREATE INDEX batch_groups_cancelling ON public.batch_groups USING btree (cancels_at) WHERE (cancels_at IS NOT NULL);
CREATE INDEX batch_groups_lapsing ON public.batch_groups USING btree (lapses_at) WHERE ((status = ANY (ARRAY['NEW'::text, 'COMPLETED'::text])) AND (NOT paid) AND (NOT debited));
comment on table batch_groups is 'Transfers that are paid together.';
comment on column batch_groups.number is 'Short enough for a payment reference.';
comment on column batch_groups.version is 'Optimistic lock. Adding n transfers increments the version by n without a check. Every other change increments it by 1, and fails when the stored version differs from the version that the use case read.';
comment on column batch_groups.members is 'How many transfers were ever added.';
comment on column batch_groups.pay_in_amount is 'What all members except lapsed ones cost by bank transfer, at the prices at which they were added.';
comment on column batch_groups.debited is 'A direct debit is in progress: nothing else may pay or end the group.';
comment on column batch_groups.lapses_at is 'The earliest payment deadline of the unpaid members; null when the group has no unpaid members. Members whose deadline has passed are cancelled; the group is cancelled when no member remains.';
comment on column batch_groups.cancels_at is 'When the cancellation of the group was requested; null before that, and once all members are cancelled.';

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
  constraint batch_payments_amount_check CHECK ((((amount)::numeric >= (1)::numeric) AND ((amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint batch_payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint batch_payments_fee_check CHECK (((fee)::numeric >= (0)::numeric)),
  constraint batch_payments_method_check CHECK ((method = ANY (ARRAY['BALANCE'::text, 'BANK_TRANSFER'::text, 'DIRECT_DEBIT'::text])))
);
comment on table batch_payments is 'The payment of a batch group; at most one.';
comment on column batch_payments.fee is 'The sum of the fees of the members; part of amount.';

create table beneficial_owners (
  profile_id bigint not null,
  id text not null,
  number bigint generated always as identity not null,
  name text not null,
  date_of_birth date not null,
  country_of_residence text not null,
  address_first_line text not null,
  post_code text,
  ownership_percentage numeric(5,2),
  created_at timestamp with time zone not null,
  constraint beneficial_owners_pkey PRIMARY KEY (profile_id, id),
  constraint beneficial_owners_country_of_residence_check CHECK ((country_of_residence ~ '^[a-z]{3}$'::text)),
  constraint beneficial_owners_id_check CHECK ((id ~ '^[0-9a-f]{32}$'::text)),
  constraint beneficial_owners_ownership_percentage_check CHECK (((ownership_percentage > (0)::numeric) AND (ownership_percentage <= (100)::numeric)))
);
comment on table beneficial_owners is 'The beneficial owners of a business. A replaced list is deleted.';
comment on column beneficial_owners.number is 'Lists show the owners of a business in ascending order of this number: the order in which they were added.';
comment on column beneficial_owners.name is 'Full name.';
comment on column beneficial_owners.date_of_birth is 'Date of birth.';
comment on column beneficial_owners.country_of_residence is 'ISO 3166-1 alpha-3, in lower case as replies show it.';
comment on column beneficial_owners.address_first_line is 'Street and number.';
comment on column beneficial_owners.post_code is 'Null when the address has no post code.';
comment on column beneficial_owners.ownership_percentage is 'Null when the client sent no percentage.';

create table card_counters (
  profile_id bigint not null,
  cards integer not null,
  constraint card_counters_pkey PRIMARY KEY (profile_id),
  constraint card_counters_cards_check CHECK ((cards > 0))
);
comment on table card_counters is 'How many cards a profile has had: its next card has the next number.';
comment on column card_counters.cards is 'The number of the newest card.';

create table card_numbers (
  pan_index text not null,
  constraint card_numbers_pkey PRIMARY KEY (pan_index),
  constraint card_numbers_pan_index_check CHECK ((pan_index ~ '^[0-9a-f]{64}$'::text))
);
comment on table card_numbers is 'Every card number that was issued, of any profile and for ever: no two cards have the same one.';
comment on column card_numbers.pan_index is 'HMAC-SHA256 of the card number.';

create table card_order_counters (
  profile_id bigint not null,
  orders integer not null,
  constraint card_order_counters_pkey PRIMARY KEY (profile_id),
  constraint card_order_counters_orders_check CHECK ((orders >= 0))
);
comment on table card_order_counters is 'How many card orders a profile has had: its next order has the next number. Locked while an order is created and while a card is issued, so that the limits count each of them.';
comment on column card_order_counters.orders is 'The number of the newest order.';

create table card_orders (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  number integer not null,
  client_id text not null,
  network text not null,
  program text not null,
  currency text not null,
  type text not null,
  status text not null,
  address jsonb not null,
  card_holder_name text not null,
  embossed_name text,
  phone_number text not null,
  lifetime_limit money_minor not null,
  delivery_estimate timestamp with time zone,
  card_id bigint,
  card_token uuid,
  event_count integer not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint card_orders_pkey PRIMARY KEY (profile_id, id),
  constraint card_orders_profile_id_number_key UNIQUE (profile_id, number),
  constraint card_orders_address_check CHECK ((jsonb_typeof(address) = 'object'::text)),
  constraint card_orders_card CHECK (((card_id IS NULL) = (card_token IS NULL))),
  constraint card_orders_card_of_status CHECK (
CASE
    WHEN (status = ANY (ARRAY['PLACED'::text, 'REQUIREMENTS_FULFILLED'::text])) THEN (card_id IS NULL)
    WHEN (status = 'CANCELLED'::text) THEN true
    ELSE (card_id IS NOT NULL)
END),
  constraint card_orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint card_orders_delivered CHECK (((type = 'PHYSICAL'::text) OR (status <> ALL (ARRAY['PRODUCED'::text, 'RETURNED'::text])))),
  constraint card_orders_embossed CHECK (((type = 'PHYSICAL'::text) = (embossed_name IS NOT NULL))),
  constraint card_orders_event_count_check CHECK ((event_count > 0)),
  constraint card_orders_lifetime_limit_check CHECK ((((lifetime_limit)::numeric >= (0)::numeric) AND ((lifetime_limit)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint card_orders_network_check CHECK ((network = ANY (ARRAY['A'::text, 'B'::text]))),
  constraint card_orders_number_check CHECK ((number > 0)),
  constraint card_orders_program_check CHECK ((program <> ''::text)),
  constraint card_orders_status_check CHECK ((status = ANY (ARRAY['PLACED'::text, 'REQUIREMENTS_FULFILLED'::text, 'CARD_DETAILS_CREATED'::text, 'PRODUCED'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'RETURNED'::text]))),
  constraint card_orders_type_check CHECK ((type = ANY (ARRAY['VIRTUAL_NON_UPGRADEABLE'::text, 'PHYSICAL'::text])))
);
CREATE INDEX card_orders_fulfilled ON public.card_orders USING btree (modified_at) WHERE (status = 'REQUIREMENTS_FULFILLED'::text);
CREATE UNIQUE INDEX card_orders_of_card ON public.card_orders USING btree (profile_id, card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX card_orders_of_day ON public.card_orders USING btree (profile_id, created_at) WHERE ((type <> 'PHYSICAL'::text) AND ((card_id IS NOT NULL) OR (status <> 'CANCELLED'::text)));
CREATE INDEX card_orders_placed ON public.card_orders USING btree (created_at) WHERE (status = 'PLACED'::text);
CREATE INDEX card_orders_to_activate ON public.card_orders USING btree (modified_at) WHERE (status = ANY (ARRAY['CARD_DETAILS_CREATED'::text, 'PRODUCED'::text]));
CREATE INDEX card_orders_without_card ON public.card_orders USING btree (profile_id, type) WHERE ((card_id IS NULL) AND (status <> 'CANCELLED'::text));
comment on table card_orders is 'Orders of payment cards. A fulfilled order becomes one card.';
comment on column card_orders.number is 'Counts the orders of the profile, so that a page of them is a range of numbers.';
comment on column card_orders.client_id is 'The key of the application that ordered the card; personal for a personal token.';
comment on column card_orders.network is 'The card network; its name is configuration.';
comment on column card_orders.program is 'The name of the card program without that of the network.';
comment on column card_orders.address is 'Where a physical card is sent; for a virtual card the billing address. Validated by src/card-orders/addresses.';
comment on column card_orders.card_holder_name is 'The person who will use the card.';
comment on column card_orders.embossed_name is 'The name on a physical card; null for a virtual one.';
comment on column card_orders.lifetime_limit is 'The most that the card may be used for, in minor units of its currency.';
comment on column card_orders.delivery_estimate is 'When a physical card is expected to arrive; null until the requirements are fulfilled.';
comment on column card_orders.card_id is 'The card; null until it is issued.';
comment on column card_orders.card_token is 'The token of the card; null until the card is issued.';
comment on column card_orders.event_count is 'Counts the events of the order.';

create table card_payload_keys (
  version integer not null,
  public_key text not null,
  private_key text not null,
  sealed boolean not null,
  constraint card_payload_keys_pkey PRIMARY KEY (version),
  constraint card_payload_keys_private_key_check CHECK ((private_key <> ''::text)),
  constraint card_payload_keys_public_key_check CHECK ((public_key <> ''::text)),
  constraint card_payload_keys_version_check CHECK ((version > 0))
);
comment on table card_payload_keys is 'Keys with which clients encrypt requests about card data (JWE). The newest is published; requests encrypted with earlier ones can still be read.';
comment on column card_payload_keys.private_key is 'PEM, encrypted when sealed.';
comment on column card_payload_keys.sealed is 'Whether private_key is encrypted.';

create table card_reservations (
  profile_id bigint not null,
  order_id bigint not null,
  pin bytea,
  card_id bigint,
  constraint card_reservations_pkey PRIMARY KEY (profile_id, order_id)
);
comment on table card_reservations is 'A card that an order will get, and the PIN that was chosen for it.';
comment on column card_reservations.order_id is 'The card order.';
comment on column card_reservations.pin is 'The chosen PIN, encrypted with the data key for cards; null: none was chosen, or the card exists.';
comment on column card_reservations.card_id is 'The card, once it is issued.';

create table card_reveals (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  card_id bigint not null,
  user_id bigint not null,
  client_id text not null,
  shown text not null,
  revealed_at timestamp with time zone not null,
  constraint card_reveals_pkey PRIMARY KEY (profile_id, id),
  constraint card_reveals_shown_check CHECK ((shown = ANY (ARRAY['DETAILS'::text, 'PIN'::text])))
);
CREATE INDEX card_reveals_of_card ON public.card_reveals USING btree (profile_id, card_id, revealed_at);
comment on table card_reveals is 'Each time a card number or a PIN was shown.';
comment on column card_reveals.card_id is 'The card.';
comment on column card_reveals.client_id is 'The key of the application that it was shown to; personal for a personal token.';
comment on column card_reveals.shown is 'What was shown.';
comment on column card_reveals.revealed_at is 'When the secret was shown, by the real clock.';

create table card_transactions (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  card_id bigint not null,
  number integer not null,
  type text not null,
  state text not null,
  decline_reason text,
  detailed_decline_reason text,
  currency text not null,
  amount money_minor not null,
  open_amount money_minor not null,
  captured_amount money_minor default 0 not null,
  refunded_amount money_minor default 0 not null,
  pos text not null,
  amount_confirmed boolean not null,
  merchant jsonb not null,
  approval_code text,
  balance_id bigint,
  debit_currency text,
  debit money_minor,
  fee money_minor,
  partner_fee money_minor,
  partner_application_id bigint,
  rate numeric,
  held money_minor default 0 not null,
  cost money_minor default 0 not null,
  captured_fee money_minor default 0 not null,
  captured_partner_fee money_minor default 0 not null,
  refunded_fee money_minor default 0 not null,
  refunded_partner_fee money_minor default 0 not null,
  rate_difference money_minor default 0 not null,
  credit money_minor,
  original_id bigint,
  authorised_usage money_minor default 0 not null,
  counted_usage money_minor default 0 not null,
  balance_transaction_id bigint,
  movements jsonb not null,
  event_count integer not null,
  lapses_at timestamp with time zone not null,
  lapsed_at timestamp with time zone,
  priced_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint card_transactions_pkey PRIMARY KEY (profile_id, id),
  constraint card_transactions_profile_id_card_id_number_key UNIQUE (profile_id, card_id, number),
  constraint card_transactions_amounts CHECK ((((LEAST(open_amount, refunded_amount, partner_fee, refunded_fee, refunded_partner_fee, held, cost, credit, authorised_usage, counted_usage))::numeric >= (0)::numeric) AND ((GREATEST(amount, captured_amount, debit, cost, credit, authorised_usage, counted_usage))::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint card_transactions_approval_code_check CHECK ((approval_code ~ '^[0-9A-F]{6}$'::text)),
  constraint card_transactions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint card_transactions_debit CHECK ((num_nulls(balance_id, debit_currency, debit, fee, partner_fee, rate) = ANY (ARRAY[0, 6]))),
  constraint card_transactions_debit_currency_check CHECK ((debit_currency ~ '^[A-Z]{3}$'::text)),
  constraint card_transactions_decline_reason_check CHECK ((decline_reason <> ''::text)),
  constraint card_transactions_detailed_decline_reason_check CHECK ((detailed_decline_reason <> ''::text)),
  constraint card_transactions_event_count_check CHECK ((event_count > 0)),
  constraint card_transactions_hold_while_open CHECK ((((held)::numeric = (0)::numeric) OR (state = 'IN_PROGRESS'::text))),
  constraint card_transactions_merchant_check CHECK ((jsonb_typeof(merchant) = 'object'::text)),
  constraint card_transactions_movements_check CHECK ((jsonb_typeof(movements) = 'array'::text)),
  constraint card_transactions_number_check CHECK ((number > 0)),
  constraint card_transactions_parts CHECK ((((open_amount)::numeric <= (amount)::numeric) AND ((refunded_amount)::numeric <= (captured_amount)::numeric) AND ((fee)::numeric <= (debit)::numeric) AND ((partner_fee)::numeric <= (fee)::numeric) AND ((captured_partner_fee)::numeric <= (captured_fee)::numeric) AND ((refunded_fee)::numeric <= (captured_fee)::numeric) AND ((refunded_partner_fee)::numeric <= (captured_partner_fee)::numeric))),
  constraint card_transactions_pos_check CHECK ((pos <> ''::text)),
  constraint card_transactions_rate_check CHECK ((rate > (0)::numeric)),
  constraint card_transactions_reason_when_declined CHECK (((state = 'DECLINED'::text) = (decline_reason IS NOT NULL))),
  constraint card_transactions_refund CHECK (((type = 'REFUND'::text) = (original_id IS NOT NULL))),
  constraint card_transactions_state_check CHECK ((state = ANY (ARRAY['IN_PROGRESS'::text, 'COMPLETED'::text, 'CANCELLED'::text, 'DECLINED'::text]))),
  constraint card_transactions_type_check CHECK ((type = ANY (ARRAY['ACCOUNT_FUNDING'::text, 'CASH_ADVANCE'::text, 'CASH_WITHDRAWAL'::text, 'ECOM_PURCHASE'::text, 'POS_PURCHASE'::text, 'REFUND'::text])))
);
CREATE INDEX card_transactions_by_time ON public.card_transactions USING btree (profile_id, card_id, created_at, number);
CREATE INDEX card_transactions_lapsing ON public.card_transactions USING btree (lapses_at) WHERE (state = 'IN_PROGRESS'::text);
CREATE INDEX card_transactions_of_profile_by_state ON public.card_transactions USING btree (profile_id, state, id);
CREATE INDEX card_transactions_of_profile_by_time ON public.card_transactions USING btree (profile_id, created_at, id);
comment on table card_transactions is 'Card payments and their refunds. Amounts without another currency are in minor units of the transaction''s. No foreign keys to profiles, cards and balances: together they cost a payment 13 of 247 µs of PostgreSQL time in a batch of 25.';
comment on column card_transactions.card_id is 'The card that was used.';
comment on column card_transactions.number is 'Counts the transactions of the card, so that a page of them is a range of numbers.';
comment on column card_transactions.decline_reason is 'Why it was declined: a code that clients see.';
comment on column card_transactions.detailed_decline_reason is 'More about the reason, where there is more.';
comment on column card_transactions.amount is 'What was authorised, or refunded.';
comment on column card_transactions.open_amount is 'What is still authorised, after partial reversals.';
comment on column card_transactions.captured_amount is 'What the merchant collected, or what a refund refunds.';
comment on column card_transactions.refunded_amount is 'The part of captured_amount that refunds have returned, by the merchant or by a dispute.';
comment on column card_transactions.pos is 'How the terminal read the card.';
comment on column card_transactions.amount_confirmed is 'False for a pre-authorisation, whose hold is longer.';
comment on column card_transactions.merchant is 'Id, name, city, country and category, as the terminal sent them.';
comment on column card_transactions.approval_code is 'The code that the terminal got; null when declined.';
comment on column card_transactions.balance_id is 'The balance that pays; null where none does.';
comment on column card_transactions.debit_currency is 'The currency of the balance that pays.';
comment on column card_transactions.debit is 'The cost of the whole amount at the rate of the authorisation, the fee included. This column and the columns fee, partner_fee, held, cost, captured_fee, captured_partner_fee, refunded_fee, refunded_partner_fee, rate_difference and credit are in minor units of debit_currency.';
comment on column card_transactions.fee is 'The part of debit that is the fee of the exchange.';
comment on column card_transactions.partner_fee is 'The part of fee that belongs to the application that ordered the card.';
comment on column card_transactions.partner_application_id is 'The application that gets partner_fee.';
comment on column card_transactions.rate is 'Units of the transaction''s currency for one of debit_currency, at mid-market.';
comment on column card_transactions.held is 'The part of the account held:<balance_id> that belongs to this transaction.';
comment on column card_transactions.cost is 'The whole cost of the capture, rate_difference included.';
comment on column card_transactions.captured_fee is 'The fee of the capture at the agreed rate.';
comment on column card_transactions.captured_partner_fee is 'The part of captured_fee that belongs to the application that ordered the card.';
comment on column card_transactions.refunded_fee is 'The part of captured_fee that refunds have returned.';
comment on column card_transactions.refunded_partner_fee is 'The part of captured_partner_fee that refunds have returned.';
comment on column card_transactions.rate_difference is 'What the customer gained by a capture or refund at another rate than the agreed one; negative when they paid more.';
comment on column card_transactions.credit is 'What a refund returned.';
comment on column card_transactions.original_id is 'The transaction that a refund refunds.';
comment on column card_transactions.authorised_usage is 'What the authorisation counts against the limits, in minor units of the currency of the card.';
comment on column card_transactions.counted_usage is 'The amount of the transaction that counts against the limits of the card now, in minor units of the currency of the card.';
comment on column card_transactions.balance_transaction_id is 'The step_id of the balance entry of the authorisation.';
comment on column card_transactions.movements is 'Each change of the balance: [at, debit or credit, minor units, id of the balance], oldest first. Rows of earlier versions lack the balance.';
comment on column card_transactions.event_count is 'Counts the events of the transaction.';
comment on column card_transactions.lapses_at is 'When the hold ends.';
comment on column card_transactions.lapsed_at is 'When the hold ended without a capture.';
comment on column card_transactions.priced_at is 'When the cost was last priced: at the authorisation, or again at a late capture.';
comment on column card_transactions.created_at is 'When the payment was authorised or declined, or the refund made; never before the transaction with the number before. Its amount counts in the day and the month of this moment.';

create table card_usage (
  profile_id bigint not null,
  card_id bigint not null,
  transactions integer not null,
  latest_at timestamp with time zone not null,
  day_amount money_minor not null,
  month_amount money_minor not null,
  lifetime_amount money_minor not null,
  constraint card_usage_pkey PRIMARY KEY (profile_id, card_id),
  constraint card_usage_day_amount_check CHECK ((((day_amount)::numeric >= (0)::numeric) AND ((day_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint card_usage_lifetime_amount_check CHECK ((((lifetime_amount)::numeric >= (0)::numeric) AND ((lifetime_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint card_usage_month_amount_check CHECK ((((month_amount)::numeric >= (0)::numeric) AND ((month_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint card_usage_transactions_check CHECK ((transactions > 0))
)
with (fillfactor=50);
comment on table card_usage is 'How many transactions a card has had, and the amounts that its limits are compared with. One row for each card that was used.';
comment on column card_usage.card_id is 'The card.';
comment on column card_usage.transactions is 'The number of the newest transaction.';
comment on column card_usage.latest_at is 'When the newest transaction was made. None is earlier than one with a smaller number, so a period is a range of numbers.';
comment on column card_usage.day_amount is 'The amount used in the day of latest_at, in UTC.';
comment on column card_usage.month_amount is 'The amount used in the month of latest_at, in UTC.';
comment on column card_usage.lifetime_amount is 'The amount used by all transactions.';

create table cards (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  token uuid not null,
  number integer not null,
  client_id text not null,
  network text not null,
  program text not null,
  currency text not null,
  type text not null,
  status text not null,
  status_before text,
  card_holder_name text not null,
  phone_number text not null,
  billing_address jsonb not null,
  bin text not null,
  last_digits text not null,
  pan_index text,
  pan bytea,
  pin bytea,
  disabled_permissions text[] not null,
  locked_permissions text[] not null,
  transaction_limit money_minor,
  daily_limit money_minor,
  monthly_limit money_minor,
  lifetime_limit money_minor,
  version integer not null,
  event_count integer not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  purges_at timestamp with time zone not null,
  constraint cards_pkey PRIMARY KEY (profile_id, id),
  constraint cards_profile_id_number_key UNIQUE (profile_id, number),
  constraint cards_profile_id_token_key UNIQUE (profile_id, token),
  constraint cards_billing_address_check CHECK ((jsonb_typeof(billing_address) = 'object'::text)),
  constraint cards_bin_check CHECK ((bin ~ '^\d{6}$'::text)),
  constraint cards_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint cards_daily_limit_check CHECK ((((daily_limit)::numeric >= (0)::numeric) AND ((daily_limit)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint cards_event_count_check CHECK ((event_count > 0)),
  constraint cards_last_digits_check CHECK ((last_digits ~ '^\d{4}$'::text)),
  constraint cards_lifetime_limit_check CHECK ((((lifetime_limit)::numeric >= (0)::numeric) AND ((lifetime_limit)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint cards_monthly_limit_check CHECK ((((monthly_limit)::numeric >= (0)::numeric) AND ((monthly_limit)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint cards_network_check CHECK ((network = ANY (ARRAY['A'::text, 'B'::text]))),
  constraint cards_number_check CHECK ((number > 0)),
  constraint cards_pan_index_check CHECK ((pan_index ~ '^[0-9a-f]{64}$'::text)),
  constraint cards_permissions CHECK (((disabled_permissions <@ ARRAY['ECOM'::text, 'POS_CHIP'::text, 'POS_MAGSTRIPE'::text, 'ATM_WITHDRAWAL'::text, 'POS_CONTACTLESS'::text, 'MOBILE_WALLETS'::text]) AND (locked_permissions <@ disabled_permissions))),
  constraint cards_program_check CHECK ((program <> ''::text)),
  constraint cards_purged CHECK ((((status = 'PURGED'::text) = (pan IS NULL)) AND ((pan IS NULL) = (pin IS NULL)) AND ((pan IS NULL) = (pan_index IS NULL)))),
  constraint cards_status_before_check CHECK ((status_before = ANY (ARRAY['INACTIVE'::text, 'ACTIVE'::text, 'FROZEN'::text]))),
  constraint cards_status_check CHECK ((status = ANY (ARRAY['INACTIVE'::text, 'ACTIVE'::text, 'FROZEN'::text, 'BLOCKED'::text, 'PARTNER_SUSPENDED'::text, 'EXPIRED'::text, 'PURGED'::text]))),
  constraint cards_suspended_from CHECK (((status = 'PARTNER_SUSPENDED'::text) = (status_before IS NOT NULL))),
  constraint cards_transaction_limit_check CHECK ((((transaction_limit)::numeric >= (0)::numeric) AND ((transaction_limit)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint cards_type_check CHECK ((type = ANY (ARRAY['VIRTUAL_NON_UPGRADEABLE'::text, 'PHYSICAL'::text]))),
  constraint cards_version_check CHECK ((version > 0))
);
CREATE INDEX cards_expiring ON public.cards USING btree (expires_at) WHERE (status = ANY (ARRAY['INACTIVE'::text, 'ACTIVE'::text, 'FROZEN'::text, 'PARTNER_SUSPENDED'::text]));
CREATE INDEX cards_open ON public.cards USING btree (profile_id, type) WHERE (status <> ALL (ARRAY['BLOCKED'::text, 'EXPIRED'::text, 'PURGED'::text]));
CREATE INDEX cards_purging ON public.cards USING btree (purges_at) WHERE (status = ANY (ARRAY['EXPIRED'::text, 'BLOCKED'::text]));
comment on table cards is 'Payment cards. Amounts are in minor units of the currency of the card.';
comment on column cards.token is 'Identifies the card in requests and replies.';
comment on column cards.number is 'Counts the cards of the profile, so that a page of them is a range of numbers.';
comment on column cards.client_id is 'The key of the application that ordered the card; personal for a personal token.';
comment on column cards.network is 'The card network; the settings give its name.';
comment on column cards.program is 'The name of the card program without that of the network.';
comment on column cards.status_before is 'The status to which a suspended card returns.';
comment on column cards.card_holder_name is 'As it is printed on the card.';
comment on column cards.billing_address is 'The address of the card holder.';
comment on column cards.bin is 'The first six digits of the card number.';
comment on column cards.last_digits is 'The last four digits of the card number.';
comment on column cards.pan_index is 'HMAC-SHA256 of the card number, by which cards are compared without decrypting their numbers.';
comment on column cards.pan is 'The card number, encrypted with the data key for cards.';
comment on column cards.pin is 'The PIN, encrypted with the data key for cards.';
comment on column cards.disabled_permissions is 'The kinds of use that are off.';
comment on column cards.locked_permissions is 'The kinds of use that cannot be changed before the card is activated.';
comment on column cards.transaction_limit is 'The largest amount of one transaction; null: no limit.';
comment on column cards.daily_limit is 'The largest sum of the transactions of one day in UTC; null: no limit.';
comment on column cards.monthly_limit is 'The largest sum of the transactions of one month in UTC; null: no limit.';
comment on column cards.lifetime_limit is 'The largest sum of all transactions; null: no limit.';
comment on column cards.version is 'Counts the changes of the card.';
comment on column cards.event_count is 'Counts the events of the card.';
comment on column cards.activated_at is 'When the card was first active.';
comment on column cards.purges_at is 'When the encrypted data of the card is deleted.';

create table cdd_checks (
  profile_id bigint not null,
  state text not null,
  required_evidences text[] default '{}'::text[] not null,
  review_outcome text,
  review_count integer default 0 not null,
  review_at timestamp with time zone,
  event_count integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint cdd_checks_pkey PRIMARY KEY (profile_id),
  constraint cdd_checks_event_count_check CHECK ((event_count >= 0)),
  constraint cdd_checks_review_count_check CHECK ((review_count >= 0)),
  constraint cdd_checks_review_outcome_check CHECK ((review_outcome <> ''::text)),
  constraint cdd_checks_review_while_in_review CHECK (((review_at IS NULL) OR (state = 'IN_REVIEW'::text))),
  constraint cdd_checks_state_check CHECK ((state = ANY (ARRAY['NONE'::text, 'REQUIRED'::text, 'IN_REVIEW'::text, 'EVIDENCE_REQUIRED'::text, 'VERIFIED'::text])))
);
CREATE INDEX cdd_checks_due ON public.cdd_checks USING btree (review_at, profile_id) WHERE (review_at IS NOT NULL);
CREATE INDEX cdd_checks_in_review ON public.cdd_checks USING btree (updated_at) WHERE (state = 'IN_REVIEW'::text);
comment on table cdd_checks is 'The additional verification of a profile. A profile without a row has the state NONE too.';
comment on column cdd_checks.required_evidences is 'The evidence that the state requires, such as SOURCE_OF_WEALTH.';
comment on column cdd_checks.review_outcome is 'Why the latest decision required more evidence; null where it gave no reason.';
comment on column cdd_checks.review_count is 'Counts the decisions: evidence counts for the review that follows it.';
comment on column cdd_checks.review_at is 'When the sandbox decides on a check in review; null for any other check, and in live mode.';
comment on column cdd_checks.event_count is 'Counts the events of the check.';

create table cdd_evidences (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  review_count integer not null,
  kind text not null,
  details jsonb not null,
  created_at timestamp with time zone not null,
  constraint cdd_evidences_pkey PRIMARY KEY (profile_id, id),
  constraint cdd_evidences_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint cdd_evidences_kind_check CHECK ((kind <> ''::text)),
  constraint cdd_evidences_review_count_check CHECK ((review_count >= 0))
);
CREATE UNIQUE INDEX cdd_evidences_one_of_kind ON public.cdd_evidences USING btree (profile_id, review_count, kind);
comment on table cdd_evidences is 'What customers have sent for their additional verification: answers, documents and explanations.';
comment on column cdd_evidences.review_count is 'The decisions before it. Between two decisions, later answers and explanations replace earlier ones, and a document of one type is taken once.';
comment on column cdd_evidences.kind is 'ACCOUNT_PURPOSE, EXPLANATION or the type of the document.';
comment on column cdd_evidences.details is 'The answers, the texts, or the ids of the files. src/verification/checks defines their names.';

create table data_keys (
  purpose text not null,
  kind text not null,
  version integer not null,
  key text not null,
  sealed boolean not null,
  constraint data_keys_pkey PRIMARY KEY (purpose, kind, version),
  constraint data_keys_key_check CHECK ((key <> ''::text)),
  constraint data_keys_kind_check CHECK ((kind = ANY (ARRAY['data'::text, 'index'::text]))),
  constraint data_keys_one_index_key CHECK (((kind = 'data'::text) OR (version = 1))),
  constraint data_keys_purpose_check CHECK ((purpose = ANY (ARRAY['cards'::text, 'documents'::text, 'files'::text, 'operators'::text]))),
  constraint data_keys_version_check CHECK (((version >= 1) AND (version <= 65535)))
);
comment on table data_keys is 'Keys that encrypt or hash stored data. The newest version of a purpose encrypts; each encrypted value names the version that decrypts it.';
comment on column data_keys.purpose is 'What the key encrypts.';
comment on column data_keys.kind is 'data: encrypts values. index: hashes values, so that an equal one is found; it never changes.';
comment on column data_keys.key is 'Base64 of 32 random bytes, encrypted with a secret of the operator when sealed.';
comment on column data_keys.sealed is 'Whether key is encrypted.';

create table debit_accounts (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  type text not null,
  currency text not null,
  details jsonb not null,
  created_at timestamp with time zone not null,
  constraint debit_accounts_pkey PRIMARY KEY (profile_id, id),
  constraint debit_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint debit_accounts_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint debit_accounts_type_check CHECK ((type = ANY (ARRAY['ACH'::text, 'EFT'::text])))
);
comment on table debit_accounts is 'Accounts at other banks that may be debited.';
comment on column debit_accounts.details is 'The fields of the account, as they were accepted.';

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
  constraint deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint deliveries_body_check CHECK ((body <> ''::text)),
  constraint deliveries_due_state CHECK (((due_at IS NULL) OR (state = ANY (ARRAY['QUEUED'::text, 'RETRYING'::text])))),
  constraint deliveries_event_name_check CHECK ((event_name <> ''::text)),
  constraint deliveries_last_elapsed_ms_check CHECK ((last_elapsed_ms >= 0)),
  constraint deliveries_last_status_check CHECK (((last_status >= 100) AND (last_status <= 999))),
  constraint deliveries_number_check CHECK ((number >= 0)),
  constraint deliveries_retrying_due CHECK (((due_at IS NOT NULL) OR (state <> 'RETRYING'::text))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RETRYING'::text, 'DELIVERED'::text, 'FAILED'::text, 'STOPPED'::text]))),
  constraint deliveries_subject_check CHECK ((subject <> ''::text))
)
with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=100000);
CREATE INDEX deliveries_due ON public.deliveries USING btree (subscription_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_failed ON public.deliveries USING btree (id) WHERE (state = 'FAILED'::text);
CREATE INDEX deliveries_log ON public.deliveries USING btree (subscription_id, state, id);
CREATE INDEX deliveries_queued ON public.deliveries USING btree (subscription_id, profile_id, subject, number) WHERE (state = 'QUEUED'::text);
comment on table deliveries is 'One message to one subscription: the bytes that are sent, and the result of the latest attempt to send them. Ids grow with time and so order the log.';
comment on column deliveries.profile_id is 'Zero for test notifications of an application, which belong to no profile; therefore no foreign key.';
comment on column deliveries.subject is 'Deliveries about one subject are sent one after the other, in the order of number.';
comment on column deliveries.number is 'The number of the event within its subject.';
comment on column deliveries.test is 'Whether it is a test notification.';
comment on column deliveries.body is 'The bytes that are signed and sent.';
comment on column deliveries.signature_sha256 is 'Stored from the first failed attempt on, because an RSA signature is expensive and the bytes stay the same; null for a body that a dialect translates.';
comment on column deliveries.signature_sha1 is 'As signature_sha256.';
comment on column deliveries.attempts is 'Attempts of the present series; a redelivery begins a new one.';
comment on column deliveries.due_at is 'When it is sent next; null while it waits for an earlier delivery of its subject, and when it has ended.';
comment on column deliveries.leased_until is 'Until this time only the process that has leased the delivery may send it; null without a lease. By the real clock, never that of the sandbox.';
comment on column deliveries.last_status is 'The HTTP status of the last reply; null when there was none.';
comment on column deliveries.last_error is 'Why the last attempt got no reply; null when it got one, whatever its status.';

create table directors (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  country_of_residence text not null,
  created_at timestamp with time zone not null,
  constraint directors_pkey PRIMARY KEY (profile_id, id),
  constraint directors_country_of_residence_check CHECK ((country_of_residence ~ '^[a-z]{3}$'::text))
);
comment on table directors is 'The directors of a business. A replaced list is deleted.';
comment on column directors.first_name is 'First name, with middle names.';
comment on column directors.last_name is 'Last name.';
comment on column directors.date_of_birth is 'Date of birth.';
comment on column directors.country_of_residence is 'ISO 3166-1 alpha-3, in lower case as replies show it.';

create table disputes (
  profile_id bigint not null,
  id uuid not null,
  transaction_id bigint not null,
  reason text not null,
  sub_status text not null,
  email text not null,
  form jsonb not null,
  files jsonb not null,
  event_count integer not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (profile_id, id),
  constraint disputes_event_count_check CHECK ((event_count > 0)),
  constraint disputes_files_check CHECK ((jsonb_typeof(files) = 'object'::text)),
  constraint disputes_form_check CHECK ((jsonb_typeof(form) = 'object'::text)),
  constraint disputes_reason_check CHECK ((reason = ANY (ARRAY['ATM_DISPENSED_NO_FUNDS'::text, 'WRONG_AMOUNT'::text, 'TROUBLE_WITH_GOODS_SERVICES'::text, 'NEVER_ARRIVED'::text, 'CANCELLED_ORDER'::text, 'NOT_AS_EXPECTED'::text, 'SCAM'::text, 'MERCHANT_CHARGED_AGAIN'::text, 'PAID_TWICE'::text, 'UNEXPECTEDLY_CHARGED_AGAIN'::text, 'UNWANTED_SUBSCRIPTION'::text, 'NO_REFUND'::text, 'CARD_POSSESSION'::text, 'CARD_NO_POSSESSION'::text]))),
  constraint disputes_sub_status_check CHECK ((sub_status = ANY (ARRAY['SUBMITTED'::text, 'IN_REVIEW'::text, 'ACCEPTED'::text, 'CHARGEBACK_SUBMITTED'::text, 'REFUNDED'::text, 'REJECTED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX disputes_by_creation ON public.disputes USING btree (profile_id, created_at, transaction_id, id);
CREATE INDEX disputes_by_status ON public.disputes USING btree (profile_id, ((sub_status = ANY (ARRAY['REFUNDED'::text, 'REJECTED'::text, 'WITHDRAWN'::text]))), created_at, transaction_id, id) INCLUDE (sub_status);
CREATE INDEX disputes_of_transaction_by_creation ON public.disputes USING btree (profile_id, transaction_id, created_at, id);
CREATE INDEX disputes_of_transaction_by_status ON public.disputes USING btree (profile_id, transaction_id, ((sub_status = ANY (ARRAY['REFUNDED'::text, 'REJECTED'::text, 'WITHDRAWN'::text]))), created_at, id) INCLUDE (sub_status);
CREATE UNIQUE INDEX disputes_one_per_transaction ON public.disputes USING btree (profile_id, transaction_id) WHERE (sub_status <> ALL (ARRAY['REJECTED'::text, 'WITHDRAWN'::text]));
CREATE INDEX disputes_open ON public.disputes USING btree (created_at, id) WHERE (sub_status = ANY (ARRAY['SUBMITTED'::text, 'IN_REVIEW'::text, 'ACCEPTED'::text, 'CHARGEBACK_SUBMITTED'::text]));
comment on table disputes is 'Disputes of card transactions. The history of their moves is in events.';
comment on column disputes.transaction_id is 'The disputed card transaction.';
comment on column disputes.reason is 'Why the customer disputes the payment.';
comment on column disputes.sub_status is 'The state of the dispute, such as IN_REVIEW (disputeStates).';
comment on column disputes.email is 'Where the customer wants messages about the dispute.';
comment on column disputes.form is 'The checked answers, by the names of the fields of the reason.';
comment on column disputes.files is 'Ids of uploaded files by the name of the file in the form.';
comment on column disputes.event_count is 'Counts the events of the dispute.';
comment on column disputes.created_by is 'The user who submitted the dispute.';
comment on index disputes_by_status is 'The expression states whether a dispute is closed. PostgreSQL reads only the index where its columns include those of the expression.';
comment on index disputes_of_transaction_by_status is 'The expression states whether a dispute is closed. PostgreSQL reads only the index where its columns include those of the expression.';
comment on index disputes_one_per_transaction is 'A transaction has one open dispute, and none after it was refunded (D82).';

create table events (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  subject text not null,
  number integer not null,
  payload json not null,
  occurred_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  transaction_id xid8 default pg_current_xact_id(),
  constraint events_pkey PRIMARY KEY (profile_id, id),
  constraint events_number_check CHECK ((number > 0))
)
with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=100000);
CREATE INDEX events_of_transaction ON public.events USING btree (transaction_id);
CREATE INDEX events_undispatched ON public.events USING btree (id) WHERE (dispatched_at IS NULL);
comment on table events is 'The outbox. Only dispatched_at ever changes. No foreign key to profiles: it costs a funding 7 of 47 µs of PostgreSQL time in a batch of 16, 20 of 100 µs unbatched.';
comment on column events.name is 'The kind of event, such as transfers#state-change.';
comment on column events.subject is 'The resource that the event is about, such as transfer:12.';
comment on column events.number is 'Counts the events of the subject, from 1.';
comment on column events.payload is 'What receivers get. json keeps the fields in the order in which they were written; jsonb would not.';
comment on column events.dispatched_at is 'When the event was dispatched, also without a matching subscription.';
comment on column events.transaction_id is 'The transaction that wrote the row. The feed reads the rows of all transactions that had not ended in its last snapshot. Null for rows that are older than the column.';

create table excess_money_accounts (
  profile_id bigint not null,
  recipient_id bigint not null,
  user_id bigint not null,
  updated_at timestamp with time zone not null,
  constraint excess_money_accounts_pkey PRIMARY KEY (profile_id)
);
comment on table excess_money_accounts is 'Where a profile''s money above the hold limit of its country is sent: one recipient for each profile.';
comment on column excess_money_accounts.user_id is 'The user who set the recipient.';
comment on column excess_money_accounts.updated_at is 'When the recipient was last changed: excess money is not sent within a day of it.';

create table factor_attempts (
  user_id bigint not null,
  factor text not null,
  failures integer default 0 not null,
  locked_until timestamp with time zone,
  constraint factor_attempts_pkey PRIMARY KEY (user_id, factor),
  constraint factor_attempts_factor_check CHECK ((factor = ANY (ARRAY['PIN'::text, 'FACE_MAP'::text, 'SMS'::text, 'SIGNATURE'::text]))),
  constraint factor_attempts_failures_check CHECK ((failures >= 0))
);
comment on table factor_attempts is 'Wrong answers of each user and factor (D113). The row outlives its factor: deleting and enrolling it again resets nothing.';
comment on column factor_attempts.failures is 'Wrong answers since the factor helped to clear a whole one-time token, or since its last lock-out ended.';
comment on column factor_attempts.locked_until is 'Until this time every answer with the factor is refused.';

create table feed_entries (
  id bigint generated always as identity not null,
  profile_id bigint not null,
  kind text not null,
  data json not null,
  occurred_at timestamp with time zone not null,
  transaction_id xid8 default pg_current_xact_id() not null,
  constraint feed_entries_pkey PRIMARY KEY (id),
  constraint feed_entries_kind_check CHECK ((kind = ANY (ARRAY['delivery'::text, 'timer'::text, 'clock'::text])))
)
with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
CREATE INDEX feed_entries_of_delivery ON public.feed_entries USING btree (profile_id, ((data ->> 'deliveryId'::text))) WHERE (kind = 'delivery'::text);
CREATE INDEX feed_entries_of_transaction ON public.feed_entries USING btree (transaction_id);
comment on table feed_entries is 'Attempts of deliveries, actions of sweeps and moves of the clock, for the live feed of a sandbox. Written in the transaction of the change that it reports; empty in live mode.';
comment on column feed_entries.profile_id is 'The profile whose owner may see the entry; 0 for an entry that every user may see. No foreign key, because no profile has the id 0.';
comment on column feed_entries.kind is 'The attempt of a delivery, an action of a sweep, or a move of the clock.';
comment on column feed_entries.data is 'The fields of the entry.';
comment on column feed_entries.occurred_at is 'By the clock of the sandbox.';
comment on column feed_entries.transaction_id is 'As events.transaction_id.';

create table grants (
  application_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint grants_pkey PRIMARY KEY (application_id, user_id)
);
CREATE INDEX grants_user_id_idx ON public.grants USING btree (user_id);
comment on table grants is 'An application reaches the users with a live grant to it, and no others. Sign-up counts as a grant.';

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
  constraint hold_limit_breaches_amount_check CHECK ((((amount)::numeric >= (1)::numeric) AND ((amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint hold_limit_breaches_closing_reason_check CHECK ((closing_reason = ANY (ARRAY['AUTOMATICALLY_RESOLVED'::text, 'MANUALLY_RESOLVED'::text]))),
  constraint hold_limit_breaches_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint hold_limit_breaches_event_count_check CHECK ((event_count > 0)),
  constraint hold_limit_breaches_reason_when_closed CHECK (((state = 'CLOSED'::text) = (closing_reason IS NOT NULL))),
  constraint hold_limit_breaches_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text])))
);
CREATE UNIQUE INDEX hold_limit_breaches_one_open ON public.hold_limit_breaches USING btree (profile_id) WHERE (state = 'OPEN'::text);
comment on table hold_limit_breaches is 'Times during which a profile had more than the hold limit of its country; at most one is open.';
comment on column hold_limit_breaches.amount is 'The excess, when it was last compared.';
comment on column hold_limit_breaches.event_count is 'Counts the events of the breach.';
comment on column hold_limit_breaches.sends_at is 'The end of the day, in the country, at which the excess is sent next.';

create table hold_limit_checks (
  profile_id bigint not null,
  country text not null,
  country_changed_at timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint hold_limit_checks_pkey PRIMARY KEY (profile_id),
  constraint hold_limit_checks_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX hold_limit_checks_due ON public.hold_limit_checks USING btree (due_at, profile_id);
comment on table hold_limit_checks is 'When the money of a profile is next compared with the hold limit of its country. The sweep deletes the rows of countries without a limit.';
comment on column hold_limit_checks.country_changed_at is 'When the country of the primary address last changed: excess money is not sent within a day of it.';
comment on column hold_limit_checks.due_at is 'Null while the profile has no money: the next credit makes the check due.';

create table idempotency_keys (
  scope text not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  held_until timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (scope, operation, key),
  constraint idempotency_keys_key_check CHECK ((key <> ''::text)),
  constraint idempotency_keys_operation_check CHECK ((operation <> ''::text)),
  constraint idempotency_keys_request_hash_check CHECK ((request_hash <> ''::text)),
  constraint idempotency_keys_scope_check CHECK ((scope <> ''::text)),
  constraint idempotency_keys_status_check CHECK (((status >= 100) AND (status <= 599)))
);
CREATE INDEX idempotency_keys_expires_at_idx ON public.idempotency_keys USING btree (expires_at);
comment on table idempotency_keys is 'The reply to each request with an idempotency key in a header. Keys in bodies are columns of the rows that the requests created.';
comment on column idempotency_keys.scope is 'The owner of the key: profile:12, user:5 or application:3.';
comment on column idempotency_keys.operation is 'The id of the endpoint.';
comment on column idempotency_keys.request_hash is 'Hash of the request. A request with the same key and another hash is refused.';
comment on column idempotency_keys.status is 'The HTTP status of the reply; null while the request is in progress.';
comment on column idempotency_keys.body is 'The reply, as it was sent.';
comment on column idempotency_keys.held_until is 'Until this time a request that calls an outside party before its transaction holds the key; null for other requests, and once the reply is stored.';

create table identity_documents (
  profile_id bigint not null,
  type text not null,
  state text not null,
  details bytea not null,
  content_index text not null,
  number_index text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint identity_documents_pkey PRIMARY KEY (profile_id, type),
  constraint identity_documents_content_index_check CHECK ((content_index ~ '^[0-9a-f]{64}$'::text)),
  constraint identity_documents_details_check CHECK ((length(details) > 0)),
  constraint identity_documents_number_index_check CHECK ((number_index ~ '^[0-9a-f]{64}$'::text)),
  constraint identity_documents_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'ACCEPTED'::text, 'REFUSED'::text]))),
  constraint identity_documents_type_check CHECK ((type = ANY (ARRAY['DRIVERS_LICENCE'::text, 'IDENTITY_CARD'::text, 'GREEN_CARD'::text, 'MY_NUMBER'::text, 'PASSPORT'::text, 'SSN'::text, 'EMIRATES_EMPLOYER'::text, 'EMIRATES_PLACE_OF_BIRTH'::text, 'CPF_CNPJ'::text, 'FINANCIAL_CAPACITY_BR'::text, 'OTHER'::text])))
);
CREATE INDEX identity_documents_same_number ON public.identity_documents USING btree (number_index) WHERE (number_index IS NOT NULL);
CREATE INDEX identity_documents_waiting ON public.identity_documents USING btree (updated_at) WHERE (state = 'WAITING'::text);
comment on table identity_documents is 'Identity documents of people: the latest of each type. A document whose request was refused is not stored; the state REFUSED is a decision of the operator.';
comment on column identity_documents.state is 'The decision of the operator; WAITING until there is one.';
comment on column identity_documents.details is 'The fields of the document, encrypted with a data key and bound to the profile and the type.';
comment on column identity_documents.content_index is 'Keyed hash of the profile, the type and all fields: equal for a document that is sent again.';
comment on column identity_documents.number_index is 'Keyed hash of type and number, which finds the same document at other profiles. Null for a document without a number.';

create table inbox_requests (
  user_id bigint not null,
  inbox_id uuid not null,
  number integer not null,
  headers json not null,
  body bytea not null,
  event_type text,
  signature text not null,
  received_at timestamp with time zone not null,
  constraint inbox_requests_pkey PRIMARY KEY (user_id, inbox_id, number),
  constraint inbox_requests_body_check CHECK ((octet_length(body) <= 1048576)),
  constraint inbox_requests_number_check CHECK ((number > 0)),
  constraint inbox_requests_signature_check CHECK ((signature = ANY (ARRAY['VALID'::text, 'INVALID'::text, 'MISSING'::text])))
);
comment on table inbox_requests is 'The newest 1,000 requests of each inbox.';
comment on column inbox_requests.inbox_id is 'The inbox that received it.';
comment on column inbox_requests.number is 'Counts the requests of the inbox, from 1.';
comment on column inbox_requests.headers is 'The headers that KEPT_HEADERS in src/inboxes/model.ts lists, by their names in lower case.';
comment on column inbox_requests.event_type is 'The event that the body names; null when it names none.';
comment on column inbox_requests.signature is 'VALID: each signature header contains a signature that this installation made for this body. INVALID: at least one does not. MISSING: there is no signature header.';
comment on column inbox_requests.received_at is 'By the clock of the sandbox.';

create table inboxes (
  user_id bigint not null,
  id uuid not null,
  reply_status integer not null,
  reply_delay_ms integer not null,
  received_count integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint inboxes_pkey PRIMARY KEY (user_id, id),
  constraint inboxes_received_count_check CHECK ((received_count >= 0)),
  constraint inboxes_reply_delay_ms_check CHECK (((reply_delay_ms >= 0) AND (reply_delay_ms <= 6000))),
  constraint inboxes_reply_status_check CHECK (((reply_status >= 200) AND (reply_status <= 599)))
);
CREATE UNIQUE INDEX inboxes_of_id ON public.inboxes USING btree (id);
comment on table inboxes is 'Receivers of webhooks at /console/inbox/<id>, which users of a sandbox create.';
comment on column inboxes.reply_status is 'The HTTP status with which the inbox replies.';
comment on column inboxes.reply_delay_ms is 'Milliseconds that the inbox waits before it replies.';
comment on column inboxes.received_count is 'The number of requests that the inbox has received, deleted ones included.';

create table incoming_payments (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  account_details_id bigint not null,
  balance_id bigint not null,
  currency text not null,
  amount money_minor not null,
  kind text not null,
  state text not null,
  sender jsonb not null,
  reference text not null,
  uetr uuid,
  bank_transaction_id text,
  event_count integer not null,
  received_at timestamp with time zone not null,
  constraint incoming_payments_pkey PRIMARY KEY (profile_id, id),
  constraint incoming_payments_amount_check CHECK ((((amount)::numeric >= (1)::numeric) AND ((amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint incoming_payments_bank_transaction_id_check CHECK ((bank_transaction_id <> ''::text)),
  constraint incoming_payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint incoming_payments_event_count_check CHECK ((event_count > 0)),
  constraint incoming_payments_kind_check CHECK ((kind = ANY (ARRAY['LOCAL'::text, 'SWIFT'::text]))),
  constraint incoming_payments_sender_check CHECK ((jsonb_typeof(sender) = 'object'::text)),
  constraint incoming_payments_state_check CHECK ((state = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text, 'REFUNDED'::text]))),
  constraint incoming_payments_uetr_of_swift CHECK (((kind <> 'SWIFT'::text) OR (uetr IS NOT NULL)))
);
CREATE INDEX incoming_payments_held ON public.incoming_payments USING btree (received_at) WHERE (state = 'PROCESSING'::text);
CREATE INDEX incoming_payments_held_of_profile ON public.incoming_payments USING btree (profile_id, id) WHERE (state = 'PROCESSING'::text);
CREATE UNIQUE INDEX incoming_payments_one_bank_transaction ON public.incoming_payments USING btree (profile_id, currency, bank_transaction_id) WHERE (bank_transaction_id IS NOT NULL);
CREATE UNIQUE INDEX incoming_payments_one_uetr ON public.incoming_payments USING btree (profile_id, uetr) WHERE (uetr IS NOT NULL);
comment on table incoming_payments is 'Money that others sent to account details.';
comment on column incoming_payments.account_details_id is 'The account details that the payment was sent to; the newest when the payment names no number.';
comment on column incoming_payments.balance_id is 'The balance that is credited.';
comment on column incoming_payments.kind is 'SWIFT for a payment from abroad.';
comment on column incoming_payments.sender is 'What the bank reported of the sender. src/account-details/payments/store.ts defines the names.';
comment on column incoming_payments.reference is 'The text that the sender gave.';
comment on column incoming_payments.uetr is 'The unique end-to-end transaction reference of a SWIFT payment.';
comment on column incoming_payments.bank_transaction_id is 'The id of the transaction at the bank, unique for each profile and currency, so that the operator cannot record one payment twice; null in the sandbox.';
comment on column incoming_payments.event_count is 'Counts the events of the payment.';
comment on column incoming_payments.received_at is 'When the payment arrived.';

create table installation (
  only_row boolean default true not null,
  mode text not null,
  clock_offset_ms bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  cell integer default 0 not null,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_cell_check CHECK (((cell >= 0) AND (cell <= 8191))),
  constraint installation_clock_offset_ms_check CHECK ((clock_offset_ms >= 0)),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  constraint installation_only_row_check CHECK (only_row)
);
comment on table installation is 'The mode, the cell and the clock of this database, in one row.';
comment on column installation.only_row is 'Always true, so that a second row is a duplicate.';
comment on column installation.mode is 'The service refuses to start in the other mode.';
comment on column installation.clock_offset_ms is 'How far the clock of the sandbox was moved forward.';
comment on column installation.cell is 'The number of the cell, GODWIT_CELL. The ids, tokens, account numbers and card numbers that this installation issues contain it. The service refuses to start with another number.';

create table ledger_accounts (
  profile_id bigint not null,
  account text not null,
  currency text not null,
  balance money_minor not null,
  sequence integer not null,
  constraint ledger_accounts_pkey PRIMARY KEY (profile_id, account, currency),
  constraint ledger_accounts_account_check CHECK ((account ~ '^(available|held|transfer):[0-9]+$|^owed$'::text)),
  constraint ledger_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint ledger_accounts_sequence_check CHECK ((sequence > 0)),
  constraint never_below_zero CHECK ((((balance)::numeric >= (0)::numeric) OR (account = 'owed'::text))),
  constraint owed_never_above_zero CHECK ((((balance)::numeric <= (0)::numeric) OR (account <> 'owed'::text)))
);
comment on table ledger_accounts is 'Running balances of customers'' accounts. House accounts (desk, fees, pay-in, pay-out, card network, partners) have no row: their balance is the sum of their postings.';
comment on column ledger_accounts.account is 'available:<balance id>, held:<balance id> (the open card authorisations of the balance), transfer:<transfer id>, or owed (what the profile owes, at most zero).';
comment on column ledger_accounts.sequence is 'Counts the changes of the account.';

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
  constraint ledger_postings_amount_check CHECK ((((amount)::numeric >= (1)::numeric) AND ((amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint ledger_postings_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint ledger_postings_two_accounts CHECK ((from_account <> to_account))
);
CREATE INDEX ledger_postings_profile_id_reference_idx ON public.ledger_postings USING btree (profile_id, reference);
comment on table ledger_postings is 'Every movement of money. One row has both sides in one currency, so it balances by construction. No foreign keys of the ledger to profiles: they cost a funding 20 of 47 µs of PostgreSQL time in a batch of 16, 27 of 100 µs unbatched.';
comment on column ledger_postings.journal is 'The name of the journal in src/ledger/journals.ts or card-journals.ts.';
comment on column ledger_postings.reference is 'What moved the money: transfer:12, movement:7.';

create table multi_currency_accounts (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  recipient_id bigint not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint multi_currency_accounts_pkey PRIMARY KEY (profile_id)
);
comment on table multi_currency_accounts is 'The account that contains all balances of a profile. Created with the first balance of the profile, in the same statement.';
comment on column multi_currency_accounts.recipient_id is 'The recipient of type balance: money that is sent to it arrives on a balance of the profile.';
comment on column multi_currency_accounts.modified_at is 'When a balance was last opened or closed.';

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
  constraint one_time_tokens_action_check CHECK ((action <> ''::text)),
  constraint one_time_tokens_binding_check CHECK ((binding <> ''::text)),
  constraint one_time_tokens_epoch_check CHECK ((epoch >= 0)),
  constraint one_time_tokens_hash_check CHECK ((hash <> ''::text)),
  constraint one_time_tokens_needed_check CHECK ((needed > 0)),
  constraint one_time_tokens_offered_check CHECK ((offered <@ ARRAY['PIN'::text, 'FACE_MAP'::text, 'SMS'::text, 'SIGNATURE'::text])),
  constraint one_time_tokens_passed_check CHECK ((passed <@ ARRAY['PIN'::text, 'FACE_MAP'::text, 'SMS'::text, 'SIGNATURE'::text])),
  constraint one_time_tokens_risk_check CHECK ((risk = ANY (ARRAY['high'::text, 'low'::text]))),
  constraint one_time_tokens_sms_code_hash_check CHECK ((sms_code_hash <> ''::text))
);
CREATE INDEX one_time_tokens_expires_at_idx ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user_id_used_by_used_at_idx ON public.one_time_tokens USING btree (user_id, used_by, used_at);
comment on table one_time_tokens is 'Challenges of protected requests: each token admits one request once enough factors were cleared for it.';
comment on column one_time_tokens.hash is 'SHA-256. The token itself is not stored.';
comment on column one_time_tokens.application_id is 'The application whose request was challenged, which the approval page names (D109); null for personal tokens.';
comment on column one_time_tokens.epoch is 'The epoch of the user''s factors in which the token was issued; a later epoch makes it invalid.';
comment on column one_time_tokens.action is 'The protected action of src/security/actions.ts.';
comment on column one_time_tokens.binding is 'Keyed hash of the one request that the token opens.';
comment on column one_time_tokens.covers is 'Amount, currency, payee and what else must not change, as JSON (D114); null where nothing is paid.';
comment on column one_time_tokens.needed is 'How many kinds of factor clear the token.';
comment on column one_time_tokens.offered is 'The factors with which the user can clear the token: no signing key for the token of an application; after a removal without proof, under the rules of live mode, only factors that were enrolled before it.';
comment on column one_time_tokens.passed is 'The factors that were cleared.';
comment on column one_time_tokens.sms_code_hash is 'HMAC of the last code that was sent to clear the token.';
comment on column one_time_tokens.used_by is 'The bearer token of the request that used the one-time token: further requests of low risk with this bearer token need no approval for a while. No foreign key, because bearer tokens are deleted earlier.';

create table operator_actions (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  key uuid not null,
  action text not null,
  options text not null,
  lines text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  constraint operator_actions_pkey PRIMARY KEY (id),
  constraint operator_actions_one_per_key UNIQUE (operator_id, key),
  constraint operator_actions_action_check CHECK ((action <> ''::text)),
  constraint operator_actions_options_check CHECK ((options <> ''::text))
);
comment on table operator_actions is 'What operators have done in the console. A repeated key returns the lines of the first request. Rows are kept for ever.';
comment on column operator_actions.operator_id is 'The operator who sent the request.';
comment on column operator_actions.action is 'The command of the operator, such as pay-out confirm.';
comment on column operator_actions.options is 'The options of the command as JSON with sorted keys: a repeated key must have the same.';
comment on column operator_actions.lines is 'The result that was shown.';

create table operator_sessions (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint operator_sessions_pkey PRIMARY KEY (id),
  constraint operator_sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX operator_sessions_of_operator ON public.operator_sessions USING btree (operator_id);
comment on table operator_sessions is 'Open sessions of the console in live mode. The end of a session deletes its row.';
comment on column operator_sessions.operator_id is 'The operator who logged in.';
comment on column operator_sessions.token_hash is 'SHA-256 of the cookie.';

create table operators (
  id bigint generated always as identity not null,
  email text not null,
  name text not null,
  password_hash text not null,
  totp_secret bytea not null,
  last_totp_step bigint default 0 not null,
  failures integer default 0 not null,
  locked_until timestamp with time zone,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_email_check CHECK ((email <> ''::text)),
  constraint operators_failures_check CHECK ((failures >= 0)),
  constraint operators_last_totp_step_check CHECK ((last_totp_step >= 0)),
  constraint operators_name_check CHECK ((name <> ''::text)),
  constraint operators_password_hash_check CHECK ((password_hash <> ''::text))
);
CREATE UNIQUE INDEX operators_by_email ON public.operators USING btree (lower(email));
comment on table operators is 'People who log in to the console of live mode. They are not users: no token of a customer authenticates one.';
comment on column operators.password_hash is 'argon2id over a hash of the password that is keyed with the data key operators.';
comment on column operators.totp_secret is 'The secret of the second factor, encrypted with the data key operators.';
comment on column operators.last_totp_step is 'The time step (30 s, RFC 6238) of the latest code that was accepted, counted from 1970: neither that code nor an earlier one is accepted again.';
comment on column operators.failures is 'Failed log-ins since the last one that succeeded, or since the command operator unlock. Failures during a lock-out are not counted.';
comment on column operators.locked_until is 'Until this time every log-in fails; null when failed log-ins have not locked the operator.';

create table payload_keys (
  version integer not null,
  public_key text not null,
  private_key text not null,
  sealed boolean not null,
  constraint payload_keys_pkey PRIMARY KEY (version),
  constraint payload_keys_private_key_check CHECK ((private_key <> ''::text)),
  constraint payload_keys_public_key_check CHECK ((public_key <> ''::text)),
  constraint payload_keys_version_check CHECK ((version > 0))
);
comment on table payload_keys is 'Keys with which clients encrypt request bodies (JWE). The newest is published; bodies encrypted with earlier ones can still be read.';
comment on column payload_keys.private_key is 'PEM, encrypted when sealed.';
comment on column payload_keys.sealed is 'Whether private_key is encrypted.';

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
  constraint payment_initiations_event_count_check CHECK ((event_count >= 0)),
  constraint payment_initiations_status_check CHECK ((status = ANY (ARRAY['NEW'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CHARGED_BACK'::text])))
);
CREATE UNIQUE INDEX payment_initiations_one_not_failed ON public.payment_initiations USING btree (profile_id, batch_group_id) WHERE (status <> 'FAILED'::text);
comment on table payment_initiations is 'Direct debits that pay batch groups.';
comment on column payment_initiations.account_id is 'The debit account.';
comment on column payment_initiations.account_type is 'The type of the debit account, which decides the return code of a debit that failed or was charged back.';
comment on column payment_initiations.pay_in_id is 'The id in batch_payments of the payment that this debit makes; null unless the initiation has been PROCESSING.';
comment on column payment_initiations.event_count is 'Counts the events of the initiation.';

create table payment_returns (
  profile_id bigint not null,
  id uuid not null,
  payment_id bigint not null,
  balance_id bigint not null,
  reason text,
  created_at timestamp with time zone not null,
  constraint payment_returns_pkey PRIMARY KEY (profile_id, id),
  constraint payment_returns_profile_id_payment_id_key UNIQUE (profile_id, payment_id),
  constraint payment_returns_reason_check CHECK ((reason = ANY (ARRAY['INCORRECT_ACCOUNT_NUMBER'::text, 'CLOSED_ACCOUNT'::text, 'BLOCKED_ACCOUNT'::text, 'CANCELLATION_REQUEST'::text, 'REGULATORY'::text, 'CUSTOMER_REQUEST'::text])))
);
comment on table payment_returns is 'Incoming payments that went back to their senders.';
comment on column payment_returns.payment_id is 'The payment. It is returned at most once.';
comment on column payment_returns.balance_id is 'The balance that was debited.';
comment on column payment_returns.reason is 'The reason that the client sent; null without one.';

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
  constraint phone_numbers_code_hash_check CHECK ((code_hash <> ''::text)),
  constraint phone_numbers_forgotten CHECK (((phone_number IS NULL) = (deleted_at IS NOT NULL))),
  constraint phone_numbers_phone_number_check CHECK ((phone_number <> ''::text)),
  constraint phone_numbers_type_check CHECK ((type = 'PRIMARY'::text)),
  constraint phone_numbers_verified_epoch_check CHECK ((verified_epoch >= 0))
);
CREATE UNIQUE INDEX phone_numbers_unique ON public.phone_numbers USING btree (user_id, phone_number);
comment on table phone_numbers is 'Numbers to which codes are sent. A deleted row stays without its number.';
comment on column phone_numbers.verified_epoch is 'The epoch that began with its verification.';
comment on column phone_numbers.code_hash is 'HMAC of the code that proves the number; null once the number is verified or deleted.';
comment on column phone_numbers.code_epoch is 'The epoch in which the code was requested. While the user is still in it, the approval of adding the number also covers its verification.';

create table profile_extensions (
  profile_id bigint not null,
  details jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint profile_extensions_pkey PRIMARY KEY (profile_id),
  constraint profile_extensions_details_check CHECK ((jsonb_typeof(details) = 'object'::text))
);
comment on table profile_extensions is 'The additional fields of a profile. Its extension form defines which fields it must have.';
comment on column profile_extensions.details is 'The fields of the form. src/profiles/extensions/form.ts defines and validates them.';

create table profile_owners (
  profile_id bigint not null,
  user_id bigint not null,
  type text not null,
  constraint profile_owners_pkey PRIMARY KEY (profile_id),
  constraint profile_owners_type_check CHECK ((type = ANY (ARRAY['PERSONAL'::text, 'BUSINESS'::text])))
);
CREATE INDEX profile_owners_user_id_profile_id_idx ON public.profile_owners USING btree (user_id, profile_id);
comment on table profile_owners is 'The user who may act for each profile. The profiles of a caller are read here, and every statement on rows of a tenant names them.';
comment on column profile_owners.type is 'As in profiles.';

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
  verified_by text default 'SERVICE'::text not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint profiles_event_count_check CHECK ((event_count >= 0)),
  constraint profiles_identity_key_check CHECK ((identity_key <> ''::text)),
  constraint profiles_state_check CHECK ((state = ANY (ARRAY['VISIBLE'::text, 'HIDDEN'::text, 'DEACTIVATED'::text]))),
  constraint profiles_type_check CHECK ((type = ANY (ARRAY['PERSONAL'::text, 'BUSINESS'::text]))),
  constraint profiles_update_window_check CHECK ((update_window = ANY (ARRAY['CLOSED'::text, 'OPEN'::text]))),
  constraint profiles_verified_by_check CHECK ((verified_by = ANY (ARRAY['SERVICE'::text, 'PARTNER'::text])))
);
CREATE UNIQUE INDEX profiles_one_person ON public.profiles USING btree (application_id, identity_key) WHERE ((type = 'PERSONAL'::text) AND (state <> 'DEACTIVATED'::text));
CREATE UNIQUE INDEX profiles_one_personal ON public.profiles USING btree (user_id) WHERE ((type = 'PERSONAL'::text) AND (state <> 'DEACTIVATED'::text));
CREATE INDEX profiles_unverified ON public.profiles USING btree (id) WHERE ((NOT verified) AND (state <> 'DEACTIVATED'::text));
CREATE INDEX profiles_user_id_id_idx ON public.profiles USING btree (user_id, id);
comment on table profiles is 'The tenants: the id of a profile is the profile_id of every row that belongs to it.';
comment on column profiles.public_id is 'An id that may be shown to others.';
comment on column profiles.application_id is 'The application that signed the user up: two of its users cannot be the same person.';
comment on column profiles.details is 'The fields of the profile''s type. src/profiles/rules/ defines and validates them.';
comment on column profiles.identity_key is 'Names and date of birth, without case, accents, spaces and punctuation. Two personal profiles of one application with the same key are of the same person. Null for a business.';
comment on column profiles.update_window is 'OPEN while a verified profile may change what was verified.';
comment on column profiles.event_count is 'Counts the events of the profile.';
comment on column profiles.verified_by is 'Who verified the profile: the service itself, or the trusted application that created it. Has a meaning only while verified is true.';

create table quote_numbers (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  quote_id uuid not null,
  constraint quote_numbers_pkey PRIMARY KEY (profile_id, id)
);
comment on table quote_numbers is 'The whole number that POST /v1/quotes gave a quote (D107).';

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
  constraint quotes_partner_price_check CHECK (((partner_price >= (0)::numeric) AND (partner_price <= 0.5))),
  constraint quotes_pay_out_check CHECK ((pay_out = ANY (ARRAY['BANK_TRANSFER'::text, 'BALANCE'::text, 'SWIFT'::text, 'SWIFT_OUR'::text, 'CA_NETWORK'::text]))),
  constraint quotes_pay_out_country_check CHECK ((pay_out_country ~ '^[A-Z]{2}$'::text)),
  constraint quotes_preferred_pay_in_check CHECK ((preferred_pay_in = ANY (ARRAY['BALANCE'::text, 'DIRECT_DEBIT'::text, 'BANK_TRANSFER'::text, 'DEBIT'::text, 'CREDIT'::text, 'CARD'::text]))),
  constraint quotes_provided_amount_check CHECK ((((provided_amount)::numeric >= (1)::numeric) AND ((provided_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint quotes_provided_check CHECK ((provided = ANY (ARRAY['SOURCE'::text, 'TARGET'::text]))),
  constraint quotes_rate_check CHECK ((rate > (0)::numeric)),
  constraint quotes_source_currency_check CHECK ((source_currency ~ '^[A-Z]{3}$'::text)),
  constraint quotes_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'FUNDED'::text]))),
  constraint quotes_target_currency_check CHECK ((target_currency ~ '^[A-Z]{3}$'::text)),
  constraint quotes_version_check CHECK ((version >= 0))
)
with (autovacuum_analyze_threshold=1000, autovacuum_analyze_scale_factor=0.2);
CREATE INDEX quotes_holding_conversion_rate ON public.quotes USING btree (profile_id, expires_at) WHERE ((status = 'PENDING'::text) AND (pay_out = 'BALANCE'::text) AND (source_currency <> target_currency) AND (NOT live_rate));
CREATE INDEX quotes_holding_rate ON public.quotes USING btree (profile_id, expires_at) WHERE holds_rate;
comment on table quotes is 'The price of a transfer or a conversion, and whether it was used. Never deleted. No foreign key to profiles: it costs a quote 7 of 40 µs of PostgreSQL time unbatched, and locks the row of the profile.';
comment on column quotes.application_id is 'The application that created the quote for a user; null for a personal token.';
comment on column quotes.client_id is 'The client key of the application when it created the quote, or personal for a personal token (D107).';
comment on column quotes.partner_price is 'The partner price of the application when it created the quote.';
comment on column quotes.provided is 'Which amount the client provided: SOURCE or TARGET.';
comment on column quotes.rate is 'Units of the target currency per unit of the source currency.';
comment on column quotes.status is 'A quote with PENDING whose expires_at has passed is shown as EXPIRED, which is not stored (D12).';
comment on column quotes.pay_out is 'The pay-out method, such as BANK_TRANSFER.';
comment on column quotes.preferred_pay_in is 'How the client intends to pay.';
comment on column quotes.target_account is 'The recipient; null until the client names a recipient.';
comment on column quotes.target_account_owned is 'Whether the recipient''s account belongs to the profile itself.';
comment on column quotes.pay_out_country is 'The country of the recipient''s account; null until the client names a recipient, and for an account without a country, such as an e-mail account.';
comment on column quotes.price_set_id is 'The number of the price list that was used, shown with each option.';
comment on column quotes.price_decision_id is 'The id of this calculation of prices, shown with each option.';
comment on column quotes.options is 'Each pay-in method with its price. Amounts are minor units, as text.';
comment on column quotes.notices is 'Notices for the client, without the notice of a live rate, which the reply adds.';
comment on column quotes.version is 'Incremented when a client changes the quote. Acceptance fails unless the version is the one that the use case read. Acceptance, funding and release do not increment it.';
comment on column quotes.live_rate is 'The quote promises no rate: other transfers or quotes of the profile hold all the rates it may hold (D12a), or a change turned the quote into a quote between balances after its rate had changed (D111).';
comment on column quotes.holds_rate is 'An unfunded transfer of this quote holds its rate, until expires_at at most.';

create table rate_points (
  currency text not null,
  at timestamp with time zone not null,
  per_usd numeric not null,
  source text not null,
  constraint rate_points_pkey PRIMARY KEY (currency, at),
  constraint rate_points_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'USD'::text))),
  constraint rate_points_per_usd_check CHECK ((per_usd > (0)::numeric)),
  constraint rate_points_source_check CHECK ((source <> ''::text))
);
comment on table rate_points is 'Exchange rates. A currency without a row has the rate of the service''s built-in table.';
comment on column rate_points.at is 'The moment from which the rate applies.';
comment on column rate_points.per_usd is 'Units of the currency per US dollar.';
comment on column rate_points.source is 'Who supplied the rate.';

create table recipients (
  profile_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  account_holder_name text not null,
  currency text,
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
  constraint recipients_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint recipients_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint recipients_currency_unless_balance CHECK (((currency IS NULL) = (type = 'balance'::text))),
  constraint recipients_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
  constraint recipients_hash_check CHECK ((hash <> ''::text)),
  constraint recipients_legal_type_check CHECK ((legal_type = ANY (ARRAY['PRIVATE'::text, 'BUSINESS'::text]))),
  constraint recipients_type_check CHECK ((type <> ''::text))
);
alter table recipients alter column user_id set (n_distinct=1000);
alter table recipients alter column currency set (n_distinct=100);
alter table recipients alter column type set (n_distinct=1000);
alter table recipients alter column owned_by_customer set (n_distinct=1000);
CREATE INDEX recipients_by_creator ON public.recipients USING btree (profile_id, active, user_id, currency, id);
CREATE INDEX recipients_by_currency ON public.recipients USING btree (profile_id, active, currency, id);
CREATE INDEX recipients_by_id ON public.recipients USING btree (profile_id, active, id);
CREATE INDEX recipients_by_owner ON public.recipients USING btree (profile_id, active, owned_by_customer, currency, id);
CREATE INDEX recipients_by_type ON public.recipients USING btree (profile_id, active, type, currency, id);
CREATE UNIQUE INDEX recipients_unique ON public.recipients USING btree (profile_id, hash) WHERE active;
comment on table recipients is 'Where money can be sent. Never deleted: a transfer that was paid out refers to its recipient for ever.';
comment on column recipients.user_id is 'The user who added the recipient.';
comment on column recipients.currency is 'Null for the type balance only: the recipient of the balances of the profile is paid in every currency that they are held in.';
comment on column recipients.country is 'From the IBAN, else the address, else the type, else the BIC; null when the account contains no country.';
comment on column recipients.type is 'The type of account, such as iban or sort_code.';
comment on column recipients.details is 'The known details of the account, also those that its form does not contain, in canonical spelling (D90).';
comment on column recipients.hash is 'SHA-256 of name, currency, type and details, or of the type alone for balance: two active recipients of a profile with the same hash are one.';
comment on column recipients.owned_by_customer is 'Whether the account belongs to the profile itself.';
comment on column recipients.refund is 'Whether the request that created the recipient said that it receives refunds.';
comment on column recipients.active is 'False once it was deactivated: nothing is sent to it any more.';

create unlogged table request_log (
  id bigint generated always as identity not null,
  requests integer not null,
  user_ids bigint[] storage external not null,
  summary_lines bytea storage external not null,
  detail_lines bytea storage external not null,
  words bytea storage external not null,
  latest_at timestamp with time zone not null,
  transaction_id xid8 default pg_current_xact_id() not null,
  constraint request_log_pkey PRIMARY KEY (id),
  constraint request_log_check CHECK ((cardinality(user_ids) = requests)),
  constraint request_log_detail_lines_check CHECK ((SUBSTRING(detail_lines FROM 1 FOR 4) = '\x28b52ffd'::bytea)),
  constraint request_log_requests_check CHECK ((requests > 0)),
  constraint request_log_summary_lines_check CHECK ((SUBSTRING(summary_lines FROM 1 FOR 4) = '\x28b52ffd'::bytea)),
  constraint request_log_words_check CHECK ((length(words) > 0))
)
with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
CREATE INDEX request_log_of_transaction ON public.request_log USING btree (transaction_id);
comment on table request_log is 'Batches of requests of the API, of all users: declared fields that are not secret (D130). No foreign keys, because users and profiles are never deleted. Unlogged: empty after a crash of the server, and on standbys.';
comment on column request_log.id is 'The id of the first request. Those of the others follow it.';
comment on column request_log.requests is 'The number of requests of the batch.';
comment on column request_log.user_ids is 'The user whose token was sent, for each request: only this user may read it; null without a token of a user.';
comment on column request_log.summary_lines is 'Compressed with Zstandard: for each request a line, a JSON object of the fields that lists show and searches examine.';
comment on column request_log.detail_lines is 'Compressed with Zstandard: for each request three lines, a JSON object of the other fields, the body and the body of the reply.';
comment on column request_log.words is 'A Bloom filter of the words by which a search finds the requests of the batch: user, trace, subjects, is:error and hide:reads. A search skips a batch whose filter lacks one of its words.';
comment on column request_log.latest_at is 'When the last request was answered.';
comment on column request_log.transaction_id is 'As events.transaction_id.';

create table sandbox_mails (
  id bigint generated always as identity not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamp with time zone not null,
  constraint sandbox_mails_pkey PRIMARY KEY (id),
  constraint sandbox_mails_body_check CHECK ((body <> ''::text)),
  constraint sandbox_mails_recipient_check CHECK ((recipient <> ''::text)),
  constraint sandbox_mails_subject_check CHECK ((subject <> ''::text))
);
comment on table sandbox_mails is 'Mail of the sandbox, which is stored instead of being sent.';
comment on column sandbox_mails.recipient is 'The e-mail address.';

create table security_holders (
  user_id bigint not null,
  epoch integer default 0 not null,
  removal_epoch integer,
  locked_until timestamp with time zone,
  wrong_answers timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  codes_sent timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  new_number_codes_sent timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  changed_number_codes_sent timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint security_holders_pkey PRIMARY KEY (user_id),
  constraint security_holders_epoch_check CHECK ((epoch >= 0)),
  constraint security_holders_removal_epoch_check CHECK ((removal_epoch >= 0))
);
comment on table security_holders is 'Users whose factors, codes, one-time tokens or answers were changed or counted. Code that records or counts an answer, counts a code, issues or uses a token, or changes factors locks this row.';
comment on column security_holders.epoch is 'Raised by every change of factors, every lock of the user (not of one factor) and every confirmation of the user: one-time tokens of an older epoch are invalid.';
comment on column security_holders.removal_epoch is 'The epoch that began when the first factor was deleted without a challenge. Factors that were enrolled from it on approve nothing under the rules of live mode (D112). Null unless such a deletion waits for a verification.';
comment on column security_holders.locked_until is 'Until this time answers, and requests that need a challenge, are refused. Ten wrong answers within a day lock the user.';
comment on column security_holders.wrong_answers is 'When wrong answers were given within the last day, over all factors. Right answers remove none.';
comment on column security_holders.codes_sent is 'When codes were sent to clear one-time tokens, within the last ten minutes. A code is counted before it is sent (D31a, D113).';
comment on column security_holders.new_number_codes_sent is 'When codes were sent to phone numbers that were added, within the last ten minutes.';
comment on column security_holders.changed_number_codes_sent is 'When codes were sent to phone numbers that were changed, or once more to the same, within the last ten minutes.';

create table security_log (
  id bigint generated always as identity not null,
  event text not null,
  nature text not null,
  fields jsonb not null,
  operator_id bigint,
  operation text,
  address text,
  trace_id uuid,
  occurred_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint security_log_pkey PRIMARY KEY (id),
  constraint security_log_event_check CHECK ((event <> ''::text)),
  constraint security_log_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
  constraint security_log_nature_check CHECK ((nature = ANY (ARRAY['failure'::text, 'change'::text])))
);
CREATE INDEX security_log_expiring ON public.security_log USING btree (expires_at);
comment on table security_log is 'The security log of live mode, which also goes to standard output, for the console (D121). No foreign keys: an entry outlives what it names.';
comment on column security_log.event is 'The name of the event, such as operators.logged-in.';
comment on column security_log.nature is 'failure: a request was refused. change: credentials, access or data changed.';
comment on column security_log.fields is 'The declared fields of the event: integers and words, no secret and no name.';
comment on column security_log.operator_id is 'The operator whom the event names; null without one.';
comment on column security_log.operation is 'The operation of the request; null for the console and the command line.';
comment on column security_log.address is 'The client address; null for the command line.';
comment on column security_log.trace_id is 'The value of the reply header x-trace-id.';

create table signing_keys (
  algorithm text not null,
  public_key text not null,
  private_key text not null,
  sealed boolean not null,
  constraint signing_keys_pkey PRIMARY KEY (algorithm),
  constraint signing_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['rsa'::text, 'ed25519'::text]))),
  constraint signing_keys_private_key_check CHECK ((private_key <> ''::text)),
  constraint signing_keys_public_key_check CHECK ((public_key <> ''::text))
);
comment on table signing_keys is 'The key pairs that sign deliveries, generated at the first start.';
comment on column signing_keys.private_key is 'PEM, encrypted when sealed.';
comment on column signing_keys.sealed is 'Whether private_key is encrypted.';

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
  constraint subscriptions_created_by_check CHECK ((created_by <> ''::text)),
  constraint subscriptions_event_name_check CHECK ((event_name <> ''::text)),
  constraint subscriptions_name_check CHECK ((name <> ''::text)),
  constraint subscriptions_one_owner CHECK ((num_nonnulls(application_id, profile_id) = 1)),
  constraint subscriptions_url_check CHECK ((url <> ''::text)),
  constraint subscriptions_version_check CHECK ((version <> ''::text))
);
CREATE INDEX subscriptions_of_application ON public.subscriptions USING btree (application_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX subscriptions_of_event ON public.subscriptions USING btree (event_name) WHERE (deleted_at IS NULL);
CREATE INDEX subscriptions_of_profile ON public.subscriptions USING btree (profile_id, id) WHERE (deleted_at IS NULL);
comment on table subscriptions is 'Who receives which events. A deleted subscription stays, because deliveries refer to it.';
comment on column subscriptions.application_id is 'The application whose users'' events the subscription receives; null for the subscription of a profile.';
comment on column subscriptions.profile_id is 'The profile whose events the subscription receives; null for the subscription of an application.';
comment on column subscriptions.through_application_id is 'For a subscription of a profile: the application whose token created the subscription. The subscription receives events only while that application has a live grant.';
comment on column subscriptions.event_name is 'The kind of event, such as transfers#state-change.';
comment on column subscriptions.version is 'The version of the schema in which payloads are sent.';
comment on column subscriptions.created_by is 'The id of the user, or the client key of the application, that created the subscription. Replies show it.';

create table sweep_failures (
  sweep text not null,
  profile_id bigint not null,
  id text not null,
  attempts integer not null,
  error text not null,
  retry_at timestamp with time zone not null,
  constraint sweep_failures_pkey PRIMARY KEY (sweep, profile_id, id),
  constraint sweep_failures_attempts_check CHECK ((attempts > 0)),
  constraint sweep_failures_id_check CHECK ((id <> ''::text)),
  constraint sweep_failures_sweep_check CHECK ((sweep <> ''::text))
);
comment on table sweep_failures is 'Rows that a sweep could not process. They are left out until retry_at, so that they do not block the others.';
comment on column sweep_failures.sweep is 'The name of the sweep.';
comment on column sweep_failures.profile_id is 'No foreign key: the table serves every sweep, also of rows that belong to no profile (0).';
comment on column sweep_failures.id is 'The id of the row, as text.';
comment on column sweep_failures.error is 'The beginning of the stack trace of the last failure.';

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
  constraint tokens_code_hash_check CHECK ((code_hash <> ''::text)),
  constraint tokens_hash_check CHECK ((hash <> ''::text)),
  constraint tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'personal'::text, 'client'::text, 'refresh'::text]))),
  constraint tokens_user CHECK (((kind = 'client'::text) OR (user_id IS NOT NULL)))
);
CREATE INDEX tokens_code_hash_idx ON public.tokens USING btree (code_hash) WHERE (code_hash IS NOT NULL);
CREATE INDEX tokens_expires_at_idx ON public.tokens USING btree (expires_at);
CREATE INDEX tokens_revoked_at_idx ON public.tokens USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX tokens_user_id_idx ON public.tokens USING btree (user_id);
comment on table tokens is 'Bearer tokens. Their times follow the real clock, never that of the sandbox.';
comment on column tokens.hash is 'SHA-256. The token itself is not stored.';
comment on column tokens.user_id is 'Null for the token of an application without a user (client credentials).';
comment on column tokens.application_id is 'Null for a personal token.';
comment on column tokens.code_hash is 'The hash of the authorization code for which the token was issued, directly or by refreshes. Tokens with one value are revoked together.';

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
  constraint transfer_claims_account_check CHECK ((jsonb_typeof(account) = 'object'::text)),
  constraint transfer_claims_account_when_claimed CHECK (((claimed_at IS NULL) = (account IS NULL))),
  constraint transfer_claims_invitations_check CHECK ((invitations >= 0)),
  constraint transfer_claims_token_hash_check CHECK ((token_hash <> ''::text))
);
CREATE UNIQUE INDEX transfer_claims_by_token ON public.transfer_claims USING btree (profile_id, token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX transfer_claims_expiring ON public.transfer_claims USING btree (expires_at) WHERE ((claimed_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX transfer_claims_inviting ON public.transfer_claims USING btree (invites_at) WHERE (invites_at IS NOT NULL);
comment on table transfer_claims is 'Claims of transfers whose recipient is known by e-mail only: the recipient is invited to name a bank account. The account is not stored with the sender''s recipients, because the sender may not see it.';
comment on column transfer_claims.token_hash is 'SHA-256 of the secret in the link; null until a link was sent. A link that is sent again has a new secret.';
comment on column transfer_claims.invitations is 'How many attempts to send the link there were.';
comment on column transfer_claims.invites_at is 'When the next attempt to send the link is due; null when it was sent, or is no longer needed.';
comment on column transfer_claims.last_error is 'Why the last attempt failed.';
comment on column transfer_claims.account is 'The account as the form has it: type, accountHolderName, details.';
comment on column transfer_claims.ended_at is 'When the invitation ended without an account.';

create table transfer_payments (
  profile_id bigint not null,
  transfer_id bigint not null,
  id bigint generated always as identity not null,
  method text not null,
  amount money_minor not null,
  currency text not null,
  balance_id bigint,
  created_at timestamp with time zone not null,
  constraint transfer_payments_pkey PRIMARY KEY (profile_id, transfer_id),
  constraint transfer_payments_amount_check CHECK ((((amount)::numeric >= (1)::numeric) AND ((amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint transfer_payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint transfer_payments_method_check CHECK ((method = ANY (ARRAY['BALANCE'::text, 'DIRECT_DEBIT'::text, 'BANK_TRANSFER'::text, 'DEBIT'::text, 'CREDIT'::text, 'CARD'::text])))
);
comment on table transfer_payments is 'The payment of a transfer; at most one. No foreign key to transfers: it costs a funding 13 of 47 µs of PostgreSQL time in a batch of 16, 20 of 100 µs unbatched; the statement that writes the row has changed the transfer itself.';
comment on column transfer_payments.balance_id is 'The balance that paid; null for money from outside, by bank or card.';

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
  constraint transfers_active_issues_check CHECK ((active_issues <@ ARRAY['profile_not_verified'::text, 'deposit_amount_less_invoice'::text, 'recipient_details_missing'::text])),
  constraint transfers_event_count_check CHECK ((event_count > 0)),
  constraint transfers_fee_check CHECK ((((fee)::numeric >= (0)::numeric) AND ((fee)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint transfers_one_client_reference CHECK ((num_nonnulls(customer_transaction_id, original_transfer_id) = 1)),
  constraint transfers_partner_fee_check CHECK ((((partner_fee)::numeric >= (0)::numeric) AND ((partner_fee)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint transfers_pay_in_check CHECK ((pay_in = ANY (ARRAY['BALANCE'::text, 'DIRECT_DEBIT'::text, 'BANK_TRANSFER'::text, 'DEBIT'::text, 'CREDIT'::text, 'CARD'::text]))),
  constraint transfers_pay_out_check CHECK ((pay_out = ANY (ARRAY['BANK_TRANSFER'::text, 'BALANCE'::text, 'SWIFT'::text, 'SWIFT_OUR'::text, 'CA_NETWORK'::text]))),
  constraint transfers_rate_check CHECK ((rate > (0)::numeric)),
  constraint transfers_source_amount_check CHECK ((((source_amount)::numeric >= (1)::numeric) AND ((source_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint transfers_source_currency_check CHECK ((source_currency ~ '^[A-Z]{3}$'::text)),
  constraint transfers_status_check CHECK ((status = ANY (ARRAY['incoming_payment_waiting'::text, 'processing'::text, 'funds_converted'::text, 'outgoing_payment_sent'::text, 'bounced_back'::text, 'funds_refunded'::text, 'cancelled'::text]))),
  constraint transfers_target_amount_check CHECK ((((target_amount)::numeric >= (1)::numeric) AND ((target_amount)::numeric <= ('999999999999999'::bigint)::numeric))),
  constraint transfers_target_currency_check CHECK ((target_currency ~ '^[A-Z]{3}$'::text))
)
with (fillfactor=75, autovacuum_analyze_threshold=1000, autovacuum_analyze_scale_factor=0.2);
alter table transfers alter column status set (n_distinct=1000);
CREATE INDEX transfers_advancing ON public.transfers USING btree (advances_at) WHERE (advances_at IS NOT NULL);
CREATE INDEX transfers_by_source_currency ON public.transfers USING btree (profile_id, source_currency, id);
CREATE INDEX transfers_by_status ON public.transfers USING btree (profile_id, status, id);
CREATE INDEX transfers_by_target_currency ON public.transfers USING btree (profile_id, target_currency, id);
CREATE INDEX transfers_by_time ON public.transfers USING btree (profile_id, created_at, id);
CREATE INDEX transfers_in_progress ON public.transfers USING btree (status, id) WHERE (status = ANY (ARRAY['processing'::text, 'funds_converted'::text, 'bounced_back'::text]));
CREATE INDEX transfers_lapsing ON public.transfers USING btree (lapses_at) WHERE ((lapses_at IS NOT NULL) AND (batch_group_id IS NULL));
CREATE INDEX transfers_of_group ON public.transfers USING btree (profile_id, batch_group_id, id) WHERE (batch_group_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_one_per_original ON public.transfers USING btree (profile_id, original_transfer_id) WHERE (original_transfer_id IS NOT NULL);
CREATE INDEX transfers_with_active_issues ON public.transfers USING btree (profile_id, status, id) WHERE (active_issues <> '{}'::text[]);
comment on table transfers is 'Money sent to a recipient. No foreign keys to quotes and recipients: they cost a transfer 20 of 93 µs of PostgreSQL time unbatched, 27 of 40 µs in a batch of 16; the statement that writes the row has checked both.';
comment on column transfers.business is 'Whether the profile is a business.';
comment on column transfers.target_account is 'The recipient.';
comment on column transfers.source_account is 'The recipient to which money is refunded, if the client named one.';
comment on column transfers.customer_transaction_id is 'The client''s idempotency key; null when original_transfer_id is the reference.';
comment on column transfers.original_transfer_id is 'The client''s own name of a transfer that it sends for an originator; used once in a profile, for ever (D7).';
comment on column transfers.originator is 'The person or business for whom the money is sent, as the rules accepted it.';
comment on column transfers.request_hash is 'Hash of the request. A request with the same client reference and another hash is refused.';
comment on column transfers.active_issues is 'Issues that stop the transfer, oldest first.';
comment on column transfers.event_count is 'Counts the events of the transfer; every change names the count it has read, so that two changes do not overwrite each other.';
comment on column transfers.pay_in is 'The option of the quote at which the transfer is, or will be, settled.';
comment on column transfers.pay_out is 'The pay-out method, such as BANK_TRANSFER.';
comment on column transfers.fee is 'In the source currency, contained in source_amount.';
comment on column transfers.partner_fee is 'The part of fee that belongs to the application of the sender.';
comment on column transfers.partner_application_id is 'The application that gets partner_fee.';
comment on column transfers.rate is 'Units of the target currency per unit of the source currency.';
comment on column transfers.rate_locked_until is 'Money that is booked later, or while this is null, is booked at the rate of the time of the booking.';
comment on column transfers.held_past_lock is 'An issue of the paid transfer was resolved after the rate lock, or the rest of a short deposit arrived after it: the exchange is priced again.';
comment on column transfers.details is 'Reference, purpose and the other details of the transfer, as they were accepted.';
comment on column transfers.by_email is 'The recipient is known by e-mail only, and gives bank details for this one payment.';
comment on column transfers.payin_session_id is 'Shown to the client as payinSessionId.';
comment on column transfers.paid_balance_id is 'The balance that paid for the transfer or, after a charge-back, that gets the refund of a pay-out that bounces; otherwise null.';
comment on column transfers.changed_at is 'When the row was last changed; null while unchanged since its creation. A charge-back may change paid_balance_id without an event.';
comment on column transfers.lapses_at is 'When the transfer is cancelled unless it is paid; null once it is paid or has ended.';
comment on column transfers.advances_at is 'When the sandbox moves a funded transfer on by itself.';

create table uploaded_file_totals (
  profile_id bigint not null,
  size_bytes bigint not null,
  constraint uploaded_file_totals_pkey PRIMARY KEY (profile_id),
  constraint uploaded_file_totals_size_bytes_check CHECK (((size_bytes >= 0) AND (size_bytes <= ((200 * 1024) * 1024))))
);
comment on table uploaded_file_totals is 'The bytes of the uploaded files that are kept for a profile: its row is locked while a file is added or deleted.';
comment on column uploaded_file_totals.size_bytes is 'The sum over the files of the profile.';

create table uploaded_files (
  profile_id bigint not null,
  id text not null,
  purpose text not null,
  file_name text not null,
  kind text not null,
  size_bytes integer not null,
  sha256 text not null,
  content bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint uploaded_files_pkey PRIMARY KEY (profile_id, id),
  constraint uploaded_files_expire_unless_used CHECK (((used_at IS NULL) = (expires_at IS NOT NULL))),
  constraint uploaded_files_id_check CHECK ((id ~ '^[0-9a-f]{12}$'::text)),
  constraint uploaded_files_kind_check CHECK ((kind = ANY (ARRAY['jpg'::text, 'png'::text, 'pdf'::text]))),
  constraint uploaded_files_purpose_check CHECK ((purpose = ANY (ARRAY['verification'::text, 'dispute'::text]))),
  constraint uploaded_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint uploaded_files_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= ((10 * 1024) * 1024))))
);
CREATE INDEX uploaded_files_expiring ON public.uploaded_files USING btree (expires_at) WHERE (expires_at IS NOT NULL);
comment on table uploaded_files is 'Files that clients have sent, encrypted. No operation returns their content.';
comment on column uploaded_files.purpose is 'The kind of request that the file was sent for.';
comment on column uploaded_files.file_name is 'As the client sent it, without folders; for people only.';
comment on column uploaded_files.kind is 'The type of the content, as the service has found it from the content itself.';
comment on column uploaded_files.size_bytes is 'The size of the content before it was encrypted.';
comment on column uploaded_files.sha256 is 'The SHA-256 of the content before it was encrypted, in hexadecimal.';
comment on column uploaded_files.content is 'Encrypted with the data key for files; the profile and the id are authenticated.';
comment on column uploaded_files.expires_at is 'When the file is deleted unless it is used before; null once it is used.';

create table user_factors (
  user_id bigint not null,
  factor text not null,
  secret text not null,
  epoch integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint user_factors_pkey PRIMARY KEY (user_id, factor),
  constraint user_factors_epoch_check CHECK ((epoch >= 0)),
  constraint user_factors_factor_check CHECK ((factor = ANY (ARRAY['PIN'::text, 'FACE_MAP'::text]))),
  constraint user_factors_secret_check CHECK ((secret <> ''::text))
);
comment on table user_factors is 'Factors that are verified against a stored secret.';
comment on column user_factors.secret is 'For a PIN its argon2id hash; for a face map the value that the adapter of face verification returned.';
comment on column user_factors.epoch is 'The epoch that began with its enrolment.';

create table user_signing_keys (
  user_id bigint not null,
  id bigint generated always as identity not null,
  public_key text not null,
  fingerprint text not null,
  epoch integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint user_signing_keys_pkey PRIMARY KEY (user_id, id),
  constraint user_signing_keys_unique UNIQUE (user_id, fingerprint),
  constraint user_signing_keys_epoch_check CHECK ((epoch >= 0)),
  constraint user_signing_keys_fingerprint_check CHECK ((fingerprint <> ''::text)),
  constraint user_signing_keys_public_key_check CHECK ((public_key <> ''::text))
);
comment on table user_signing_keys is 'Public keys of users: a signature over a one-time token clears it.';
comment on column user_signing_keys.public_key is 'SubjectPublicKeyInfo, PEM.';
comment on column user_signing_keys.epoch is 'The epoch that began with its registration.';

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
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((email ~~ '_%@_%'::text)),
  constraint users_language_check CHECK ((language ~ '^[A-Z]{2}$'::text)),
  constraint users_registration_code_hash_check CHECK ((registration_code_hash <> ''::text))
);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_registration_code ON public.users USING btree (application_id, registration_code_hash) WHERE ((registration_code_hash IS NOT NULL) AND (NOT shares_registration_code));
comment on table users is 'People who can log in.';
comment on column users.application_id is 'The application that signed the user up.';
comment on column users.contact_email is 'The address to which mail is sent instead of email; null until it is set.';
comment on column users.registration_code_hash is 'Hash of the code with which the application signed the user up.';
comment on column users.shares_registration_code is 'An earlier user of the application has the same code: it is allowed, and outside of the unique index (D100).';

alter table account_details add constraint account_details_profile_id_balance_id_fkey FOREIGN KEY (profile_id, balance_id) REFERENCES balances(profile_id, id);

alter table account_details add constraint account_details_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table account_details_orders add constraint account_details_orders_profile_id_account_details_id_fkey FOREIGN KEY (profile_id, account_details_id) REFERENCES account_details(profile_id, id);

alter table account_details_orders add constraint account_details_orders_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table account_numbers add constraint account_numbers_profile_id_account_details_id_fkey FOREIGN KEY (profile_id, account_details_id) REFERENCES account_details(profile_id, id);

alter table addresses add constraint addresses_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table authorization_codes add constraint authorization_codes_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table authorization_codes add constraint authorization_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table balance_movements add constraint balance_movements_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table balance_movements add constraint balance_movements_profile_id_quote_id_fkey FOREIGN KEY (profile_id, quote_id) REFERENCES quotes(profile_id, id);

alter table balance_movements add constraint balance_movements_profile_id_source_balance_id_fkey FOREIGN KEY (profile_id, source_balance_id) REFERENCES balances(profile_id, id);

alter table balance_movements add constraint balance_movements_profile_id_target_balance_id_fkey FOREIGN KEY (profile_id, target_balance_id) REFERENCES balances(profile_id, id);

alter table balances add constraint balances_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table batch_groups add constraint batch_groups_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table batch_groups add constraint batch_groups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table batch_payments add constraint batch_payments_profile_id_batch_group_id_fkey FOREIGN KEY (profile_id, batch_group_id) REFERENCES batch_groups(profile_id, id);

alter table beneficial_owners add constraint beneficial_owners_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table card_counters add constraint card_counters_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table card_order_counters add constraint card_order_counters_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table card_orders add constraint card_orders_profile_id_card_id_fkey FOREIGN KEY (profile_id, card_id) REFERENCES cards(profile_id, id);

alter table card_orders add constraint card_orders_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table card_reservations add constraint card_reservations_profile_id_card_id_fkey FOREIGN KEY (profile_id, card_id) REFERENCES cards(profile_id, id);

alter table card_reservations add constraint card_reservations_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table card_reveals add constraint card_reveals_profile_id_card_id_fkey FOREIGN KEY (profile_id, card_id) REFERENCES cards(profile_id, id);

alter table card_reveals add constraint card_reveals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table card_transactions add constraint card_transactions_partner_application_id_fkey FOREIGN KEY (partner_application_id) REFERENCES applications(id);

alter table card_transactions add constraint card_transactions_profile_id_original_id_fkey FOREIGN KEY (profile_id, original_id) REFERENCES card_transactions(profile_id, id);

alter table card_usage add constraint card_usage_profile_id_card_id_fkey FOREIGN KEY (profile_id, card_id) REFERENCES cards(profile_id, id);

alter table cards add constraint cards_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table cdd_checks add constraint cdd_checks_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table cdd_evidences add constraint cdd_evidences_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table debit_accounts add constraint debit_accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table deliveries add constraint deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);

alter table directors add constraint directors_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table disputes add constraint disputes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);

alter table disputes add constraint disputes_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table disputes add constraint disputes_profile_id_transaction_id_fkey FOREIGN KEY (profile_id, transaction_id) REFERENCES card_transactions(profile_id, id);

alter table excess_money_accounts add constraint excess_money_accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table excess_money_accounts add constraint excess_money_accounts_profile_id_recipient_id_fkey FOREIGN KEY (profile_id, recipient_id) REFERENCES recipients(profile_id, id);

alter table excess_money_accounts add constraint excess_money_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table factor_attempts add constraint factor_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table grants add constraint grants_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table grants add constraint grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table hold_limit_breaches add constraint hold_limit_breaches_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table hold_limit_checks add constraint hold_limit_checks_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table identity_documents add constraint identity_documents_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table inbox_requests add constraint inbox_requests_user_id_inbox_id_fkey FOREIGN KEY (user_id, inbox_id) REFERENCES inboxes(user_id, id) ON DELETE CASCADE;

alter table inboxes add constraint inboxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table incoming_payments add constraint incoming_payments_profile_id_account_details_id_fkey FOREIGN KEY (profile_id, account_details_id) REFERENCES account_details(profile_id, id);

alter table incoming_payments add constraint incoming_payments_profile_id_balance_id_fkey FOREIGN KEY (profile_id, balance_id) REFERENCES balances(profile_id, id);

alter table multi_currency_accounts add constraint multi_currency_accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table multi_currency_accounts add constraint multi_currency_accounts_profile_id_recipient_id_fkey FOREIGN KEY (profile_id, recipient_id) REFERENCES recipients(profile_id, id);

alter table one_time_tokens add constraint one_time_tokens_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table one_time_tokens add constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table operator_actions add constraint operator_actions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operator_sessions add constraint operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table payment_initiations add constraint payment_initiations_profile_id_account_id_fkey FOREIGN KEY (profile_id, account_id) REFERENCES debit_accounts(profile_id, id);

alter table payment_initiations add constraint payment_initiations_profile_id_batch_group_id_fkey FOREIGN KEY (profile_id, batch_group_id) REFERENCES batch_groups(profile_id, id);

alter table payment_initiations add constraint payment_initiations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table payment_returns add constraint payment_returns_profile_id_balance_id_fkey FOREIGN KEY (profile_id, balance_id) REFERENCES balances(profile_id, id);

alter table payment_returns add constraint payment_returns_profile_id_payment_id_fkey FOREIGN KEY (profile_id, payment_id) REFERENCES incoming_payments(profile_id, id);

alter table phone_numbers add constraint phone_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table profile_extensions add constraint profile_extensions_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table profile_owners add constraint profile_owners_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table profile_owners add constraint profile_owners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table profiles add constraint profiles_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table profiles add constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table quote_numbers add constraint quote_numbers_profile_id_quote_id_fkey FOREIGN KEY (profile_id, quote_id) REFERENCES quotes(profile_id, id);

alter table recipients add constraint recipients_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table recipients add constraint recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table security_holders add constraint security_holders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table subscriptions add constraint subscriptions_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table subscriptions add constraint subscriptions_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table subscriptions add constraint subscriptions_through_application_id_fkey FOREIGN KEY (through_application_id) REFERENCES applications(id);

alter table tokens add constraint tokens_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

alter table tokens add constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table transfer_claims add constraint transfer_claims_profile_id_transfer_id_fkey FOREIGN KEY (profile_id, transfer_id) REFERENCES transfers(profile_id, id);

alter table uploaded_file_totals add constraint uploaded_file_totals_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table uploaded_files add constraint uploaded_files_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id);

alter table user_factors add constraint user_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table user_signing_keys add constraint user_signing_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table users add constraint users_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id);

CREATE TRIGGER primary_country_inserted AFTER INSERT ON public.addresses FOR EACH ROW WHEN (((new.role = 'PRIMARY'::text) AND ((new.details ->> 'country'::text) IS NOT NULL))) EXECUTE FUNCTION schedule_check_of_new_country();

CREATE TRIGGER primary_country_updated AFTER UPDATE ON public.addresses FOR EACH ROW WHEN (((new.role = 'PRIMARY'::text) AND ((new.details ->> 'country'::text) IS NOT NULL) AND ((old.role IS DISTINCT FROM new.role) OR ((old.details ->> 'country'::text) IS DISTINCT FROM (new.details ->> 'country'::text))))) EXECUTE FUNCTION schedule_check_of_new_country();

CREATE TRIGGER balance_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.balance_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();

CREATE TRIGGER credit_schedules_check AFTER INSERT ON public.balance_entries FOR EACH ROW WHEN (((new.delta)::numeric > (0)::numeric)) EXECUTE FUNCTION schedule_check_of_credit();

CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();

comment on domain money_minor is 'Minor units of a currency: 1.50 EUR is 150. A domain over numeric, because int8 ends below the sum of a large ledger.';

comment on function assume_many_rows_per_profile(text[]) is 'Makes the planner expect many rows of one profile until the first ANALYZE. Statements are planned once for each connection: a plan made while the table is empty reads all rows of a profile to find one.';

comment on function booked_options(jsonb,text,numeric) is 'The options of a quote, with the target amount at which the option of pay_in was booked (D92).';

comment on function may_hold_rate(bigint,timestamp with time zone,integer,uuid) is 'Whether a transfer of the quote may hold its rate. If so, the oldest quotes between balances lose theirs where there are too many (D111).';

comment on function must(boolean,text) is 'Raises GW001 with the name of the failed guard, so that the whole statement is undone.';

comment on function rates_held(bigint,timestamp with time zone) is 'How many rates the unfunded transfers of a profile hold.';

comment on function refuse_history_change() is 'Trigger of tables whose rows are only ever inserted.';

comment on function release_conversion_rates(bigint,timestamp with time zone,integer,uuid) is 'Takes the rate from all but the newest quotes between balances, so that the profile holds at most rates_max rates together with that of new_quote, which the calling statement writes. Returns whether new_quote may hold its rate; 0 is no limit. It never updates new_quote: PostgreSQL does not let a statement update a row that a function in it has updated.';

comment on function schedule_check_of_credit() is 'Makes the check due at once after a credit. While a check is running, the trigger waits for the lock of its row, because that check may not have counted the credit. A debit, as in every funding, costs only the condition of the trigger.';

comment on function schedule_check_of_new_country() is 'A trigger, because the module of addresses lies below that of hold limits and cannot call it. A new primary address in the same country changes nothing.';

comment on function settle_debt(bigint,timestamp with time zone,text,text,text,numeric) is 'Takes from a credit to a balance what the profile owes in its currency. Returns the change of the balance; no row when nothing is owed.';
