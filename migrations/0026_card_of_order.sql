-- What the maker reports about a card moves the order of the card.
-- `concurrently` is not possible in the transaction of the pending migrations.
-- squawk-ignore require-concurrent-index-creation
create unique index card_orders_of_card on card_orders (profile_id, card_id) where card_id is not null;
