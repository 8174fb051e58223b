// Invariants of card payments for the audit. Each statement selects violations.

/** The money that the card network received for each card transaction, in the currency of the transaction. */
const paidToNetwork = `
  select profile_id, reference, currency,
         sum(case 'card-network' when to_account then amount else -amount end) as paid
    from ledger_postings where 'card-network' in (from_account, to_account)
   group by profile_id, reference, currency`

export const cardChecks: Readonly<Record<string, string>> = {
  'the held money of a balance differs from the sum that its open card payments hold': `
    select profile_id, account, a.balance, t.held
      from (select profile_id, account, balance from ledger_accounts
             where account like 'held:%') a
      full join (select profile_id, 'held:' || balance_id as account, sum(held) as held
                   from card_transactions where state = 'IN_PROGRESS' and balance_id is not null
                  group by profile_id, balance_id) t using (profile_id, account)
     where coalesce(a.balance, 0) <> coalesce(t.held, 0)`,
  'a card transaction in a final state still holds money': `
    select profile_id, id, state, held from card_transactions
     where state <> 'IN_PROGRESS' and held <> 0`,
  'the refunds of a card payment differ from its refunded amount, or exceed its capture or its cost': `
    select t.profile_id, t.id, t.captured_amount, t.refunded_amount, r.refunded, t.cost, r.credited
      from card_transactions t
      left join (select profile_id, original_id as id, sum(amount) as refunded, sum(credit) as credited
                   from card_transactions where original_id is not null
                  group by profile_id, original_id) r using (profile_id, id)
     where t.refunded_amount <> coalesce(r.refunded, 0) or t.refunded_amount > t.captured_amount
        or r.credited > t.cost`,
  'the card network got another amount than was captured, or returned another than was refunded': `
    select profile_id, reference, t.captured, n.paid, n.currency
      from (select profile_id, 'card-transaction:' || id as reference, currency,
                   case type when 'REFUND' then -amount else captured_amount end as captured
              from card_transactions) t
      full join (${paidToNetwork}) n using (profile_id, reference)
     where coalesce(t.captured, 0) <> coalesce(n.paid, 0) or t.currency <> n.currency`,
  'the balance of a card transaction is missing': `
    select t.profile_id, t.id, t.balance_id
      from card_transactions t left join balances b on b.profile_id = t.profile_id and b.id = t.balance_id
     where t.balance_id is not null and b.id is null`,
  'the usage of a card differs from the sums over its transactions': `
    select profile_id, card_id, u.*, t.*
      from card_usage u
      full join (select t.profile_id, t.card_id, count(*) as counted, max(t.created_at) as newest_at,
                        sum(t.counted_usage) as lifetime,
                        coalesce(sum(t.counted_usage) filter (
                          where t.created_at >= date_trunc('month', n.latest_at, 'UTC')), 0) as month,
                        coalesce(sum(t.counted_usage) filter (
                          where t.created_at >= date_trunc('day', n.latest_at, 'UTC')), 0) as day
                   from card_transactions t left join card_usage n using (profile_id, card_id)
                  group by t.profile_id, t.card_id) t using (profile_id, card_id)
     where (u.transactions, u.latest_at, u.lifetime_amount, u.month_amount, u.day_amount)
           is distinct from (t.counted, t.newest_at, t.lifetime, t.month, t.day)`,
  'a card transaction differs from its latest event': `
    select t.profile_id, t.id, t.state, e.state as published, t.event_count, e.events
      from card_transactions t
      left join (select profile_id, subject, count(*) as events,
                        (array_agg(payload ->> 'transaction_state' order by number desc))[1] as state
                   from events where name = 'cards#transaction-state-change'
                  group by profile_id, subject) e
        on e.profile_id = t.profile_id and e.subject = 'card-transaction:' || t.id
     where t.event_count is distinct from e.events or t.state is distinct from e.state`,
}
