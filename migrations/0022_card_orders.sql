-- Orders of payment cards (Spec C 2.2, 3.2, 4.2).

create table card_order_counters (
  profile_id bigint primary key references profiles,
  orders int not null check (orders >= 0)
);
comment on table card_order_counters is
  'How many card orders a profile has had: its next order has the next number. Locked while an order is created and while a card is issued, so that the limits count each of them.';
comment on column card_order_counters.orders is 'The number of the newest order.';

create table card_orders (
  profile_id bigint not null references profiles,
  id bigint generated always as identity,
  number int not null check (number > 0),
  client_id text not null,
  network text not null check (network in ('A', 'B')),
  program text not null check (program <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null check (type in ('VIRTUAL_NON_UPGRADEABLE', 'PHYSICAL')),
  status text not null check (status in ('PLACED', 'REQUIREMENTS_FULFILLED', 'CARD_DETAILS_CREATED', 'PRODUCED',
    'COMPLETED', 'CANCELLED', 'RETURNED')),
  address jsonb not null check (jsonb_typeof(address) = 'object'),
  card_holder_name text not null,
  embossed_name text,
  phone_number text not null,
  lifetime_limit money_minor not null check (lifetime_limit between 0 and 999999999999999),
  delivery_estimate timestamptz,
  card_id bigint,
  card_token uuid,
  event_count int not null check (event_count > 0),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (profile_id, id),
  unique (profile_id, number),
  foreign key (profile_id, card_id) references cards,
  constraint card_orders_embossed check ((type = 'PHYSICAL') = (embossed_name is not null)),
  constraint card_orders_card check ((card_id is null) = (card_token is null)),
  constraint card_orders_card_of_status check (case
    when status in ('PLACED', 'REQUIREMENTS_FULFILLED') then card_id is null
    when status = 'CANCELLED' then true
    else card_id is not null end),
  constraint card_orders_delivered check (type = 'PHYSICAL' or status not in ('PRODUCED', 'RETURNED'))
);
create index card_orders_of_day on card_orders (profile_id, created_at)
  where type <> 'PHYSICAL' and (card_id is not null or status <> 'CANCELLED');
create index card_orders_without_card on card_orders (profile_id, type) where card_id is null and status <> 'CANCELLED';
-- Each new order counts the cards of its profile that are still in use. The table is new.
-- squawk-ignore require-concurrent-index-creation
create index cards_open on cards (profile_id, type) where status not in ('BLOCKED', 'EXPIRED', 'PURGED');
create index card_orders_placed on card_orders (created_at) where status = 'PLACED';
create index card_orders_fulfilled on card_orders (modified_at) where status = 'REQUIREMENTS_FULFILLED';
create index card_orders_to_activate on card_orders (modified_at) where status in ('CARD_DETAILS_CREATED', 'PRODUCED');
comment on table card_orders is 'Orders of payment cards. Each becomes one card.';
comment on column card_orders.number is 'Counts the orders of the profile, so that a page of them is a range of numbers.';
comment on column card_orders.client_id is
  'The key of the application that ordered the card; personal for a personal token.';
comment on column card_orders.network is 'The card network; its name is configuration.';
comment on column card_orders.program is 'The name of the card program without that of the network.';
comment on column card_orders.address is
  'Where a physical card is sent; for a virtual card the billing address. Validated by src/card-orders/addresses.';
comment on column card_orders.card_holder_name is 'The person who will use the card.';
comment on column card_orders.embossed_name is 'The name on a physical card; null for a virtual one.';
comment on column card_orders.lifetime_limit is 'The most that the card may be used for, in minor units of its currency.';
comment on column card_orders.delivery_estimate is
  'When a physical card is expected to arrive; null until the requirements are fulfilled.';
comment on column card_orders.card_id is 'The card; null until it is issued.';
comment on column card_orders.card_token is 'The card in paths.';
comment on column card_orders.event_count is 'Counts the events of the order.';

select assume_many_rows_per_profile(array['card_orders']);
