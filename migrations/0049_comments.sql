-- Comments that were wrong, or that had to be read twice. They change no data.

comment on column balances.name is 'The name of the balance; null for a standard balance that was opened without one.';
comment on column balances.icon is 'The emoji of the balance; null without one.';
comment on column card_reveals.revealed_at is 'When the secret was shown, by the real clock.';
comment on column cards.daily_limit is 'The largest sum of the transactions of one day in UTC; null: no limit.';
comment on column cards.lifetime_limit is 'The largest sum of all transactions; null: no limit.';
comment on column cards.monthly_limit is 'The largest sum of the transactions of one month in UTC; null: no limit.';
comment on column cards.network is 'The card network; the settings give its name.';
comment on column cards.pan_index is 'HMAC-SHA256 of the card number, by which cards are compared without decrypting their numbers.';
comment on column cards.token is 'Identifies the card in requests and replies.';
comment on column cards.transaction_limit is 'The largest amount of one transaction; null: no limit.';
comment on column excess_money_accounts.updated_at is
  'When the recipient was last changed: excess money is not sent within a day of it.';
comment on column excess_money_accounts.user_id is 'The user who set the recipient.';
comment on column installation.cell is
  'The number of the cell, GODWIT_CELL. The ids, tokens, account numbers and card numbers that this installation issues contain it. The service refuses to start with another number.';
comment on function schedule_check_of_credit() is
  'Makes the check due at once after a credit. While a check is running, the trigger waits for the lock of its row, because that check may not have counted the credit. A debit, as in every funding, costs only the condition of the trigger.';
