create table card_counters (
  profile_id bigint primary key references profiles,
  cards int not null check (cards > 0)
);
comment on table card_counters is 'How many cards a profile has had: its next card has the next number.';
comment on column card_counters.cards is 'The number of the newest card.';

create table card_numbers (
  pan_index text primary key check (pan_index ~ '^[0-9a-f]{64}$')
);
comment on table card_numbers is
  'Every card number that was issued, of any profile and for ever: no two cards have the same one.';
comment on column card_numbers.pan_index is 'HMAC-SHA256 of the card number.';

create table cards (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  token uuid not null,
  number int not null check (number > 0),
  client_id text not null,
  network text not null check (network in ('A', 'B')),
  program text not null check (program <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null check (type in ('VIRTUAL_NON_UPGRADEABLE', 'PHYSICAL')),
  status text not null check (status in
    ('INACTIVE', 'ACTIVE', 'FROZEN', 'BLOCKED', 'PARTNER_SUSPENDED', 'EXPIRED', 'PURGED')),
  status_before text check (status_before in ('INACTIVE', 'ACTIVE', 'FROZEN')),
  card_holder_name text not null,
  phone_number text not null,
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  bin text not null check (bin ~ '^\d{6}$'),
  last_digits text not null check (last_digits ~ '^\d{4}$'),
  pan_index text check (pan_index ~ '^[0-9a-f]{64}$'),
  pan bytea,
  pin bytea,
  disabled_permissions text[] not null,
  locked_permissions text[] not null,
  transaction_limit money_minor check (transaction_limit between 0 and 999999999999999),
  daily_limit money_minor check (daily_limit between 0 and 999999999999999),
  monthly_limit money_minor check (monthly_limit between 0 and 999999999999999),
  lifetime_limit money_minor check (lifetime_limit between 0 and 999999999999999),
  version int not null check (version > 0),
  event_count int not null check (event_count > 0),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz not null,
  purges_at timestamptz not null,
  primary key (profile_id, id),
  unique (profile_id, token),
  unique (profile_id, number),
  constraint cards_permissions check (
    disabled_permissions <@ array['ECOM', 'POS_CHIP', 'POS_MAGSTRIPE', 'ATM_WITHDRAWAL', 'POS_CONTACTLESS', 'MOBILE_WALLETS']
    and locked_permissions <@ disabled_permissions),
  constraint cards_suspended_from check ((status = 'PARTNER_SUSPENDED') = (status_before is not null)),
  constraint cards_purged check (
    (status = 'PURGED') = (pan is null) and (pan is null) = (pin is null)
    and (pan is null) = (pan_index is null))
);
create index cards_expiring on cards (expires_at)
  where status in ('INACTIVE', 'ACTIVE', 'FROZEN', 'PARTNER_SUSPENDED');
create index cards_purging on cards (purges_at) where status in ('EXPIRED', 'BLOCKED');
comment on table cards is 'Payment cards. Amounts are in minor units of the currency of the card.';
comment on column cards.token is 'The card in paths.';
comment on column cards.number is 'Counts the cards of the profile, so that a page of them is a range of numbers.';
comment on column cards.client_id is 'The key of the application that ordered the card; personal for a personal token.';
comment on column cards.network is 'The card network; its name is configuration.';
comment on column cards.program is 'The name of the card program without that of the network.';
comment on column cards.status_before is 'The status to which a suspended card returns.';
comment on column cards.card_holder_name is 'As it is printed on the card.';
comment on column cards.billing_address is 'The address of the card holder.';
comment on column cards.bin is 'The first six digits of the card number.';
comment on column cards.last_digits is 'The last four digits of the card number.';
comment on column cards.pan_index is 'HMAC-SHA256 of the card number, which compares without decrypting it.';
comment on column cards.pan is 'The card number, encrypted with the data key for cards.';
comment on column cards.pin is 'The PIN, encrypted with the data key for cards.';
comment on column cards.disabled_permissions is 'The kinds of use that are off.';
comment on column cards.locked_permissions is 'Those that cannot be turned on before the card is activated.';
comment on column cards.transaction_limit is 'The most of one transaction; null: no limit.';
comment on column cards.daily_limit is 'The most of one day in UTC; null: no limit.';
comment on column cards.monthly_limit is 'The most of one month in UTC; null: no limit.';
comment on column cards.lifetime_limit is 'The most of all transactions; null: no limit.';
comment on column cards.version is 'Counts the changes of the card.';
comment on column cards.event_count is 'Counts the events of the card.';
comment on column cards.activated_at is 'When the card was first active.';
comment on column cards.purges_at is 'When the encrypted data of the card is deleted.';

create table card_usage (
  profile_id bigint not null,
  card_id bigint not null,
  period text not null check (period ~ '^(L|M\d{4}-\d{2}|D\d{4}-\d{2}-\d{2})$'),
  amount money_minor not null check (amount between 0 and 999999999999999),
  primary key (profile_id, card_id, period),
  foreign key (profile_id, card_id) references cards
);
comment on table card_usage is 'What was spent with a card in a period, compared with its limits.';
comment on column card_usage.card_id is 'The card.';
comment on column card_usage.period is 'A day (D2026-01-05) or a month (M2026-01) in UTC, or the lifetime of the card (L).';

create table card_reservations (
  profile_id bigint not null references profiles,
  order_id bigint not null,
  pin bytea,
  card_id bigint,
  primary key (profile_id, order_id),
  foreign key (profile_id, card_id) references cards
);
comment on table card_reservations is 'A card that an order will get, and the PIN that was chosen for it.';
comment on column card_reservations.order_id is 'The card order.';
comment on column card_reservations.pin is 'The chosen PIN, encrypted with the data key for cards; null: none was chosen, or the card exists.';
comment on column card_reservations.card_id is 'The card, once it is issued.';

create table card_reveals (
  profile_id bigint not null,
  id bigint generated always as identity,
  card_id bigint not null,
  user_id bigint not null references users,
  client_id text not null,
  shown text not null check (shown in ('DETAILS', 'PIN')),
  revealed_at timestamptz not null,
  primary key (profile_id, id),
  foreign key (profile_id, card_id) references cards
);
create index card_reveals_of_card on card_reveals (profile_id, card_id, revealed_at);
comment on table card_reveals is 'Each time a card number or a PIN was shown.';
comment on column card_reveals.card_id is 'The card.';
comment on column card_reveals.client_id is 'The key of the application that it was shown to; personal for a personal token.';
comment on column card_reveals.shown is 'What was shown.';
comment on column card_reveals.revealed_at is 'By the real clock.';

create table card_payload_keys (
  version int primary key check (version > 0),
  public_key text not null check (public_key <> ''),
  private_key text not null check (private_key <> ''),
  sealed boolean not null
);
comment on table card_payload_keys is
  'Keys with which clients encrypt requests about card data (JWE). The newest is published; requests encrypted with earlier ones can still be read.';
comment on column card_payload_keys.private_key is 'PEM, encrypted when sealed.';
comment on column card_payload_keys.sealed is 'Whether private_key is encrypted.';
